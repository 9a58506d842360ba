import { comparable } from "../../connectors/comparable.ts";
import type { PostPlan } from "./plan.ts";
import { COMPARED_LENGTH } from "./unverified.ts";

/** The parts of a post by which it is known again, as the API gives them back. */
export interface ReadPost {
  readonly summary?: string | null | undefined;
  readonly topicType?: string | null | undefined;
  readonly callToAction?: { readonly url?: string | null | undefined } | null | undefined;
  readonly media?: readonly unknown[] | null | undefined;
}

export const TOPIC = "STANDARD";

/**
 * How much a post looks like the one that was ordered: 0 not at all, 2 in everything. Google may have changed the text or the
 * address, so a post that begins the same counts too: rather one too many than the right one missed, which would be made twice.
 */
export function likeness(read: ReadPost, { summary, link, picture }: Pick<PostPlan, "summary" | "link" | "picture">): 0 | 1 | 2 {
  if ((read.topicType ?? TOPIC) !== TOPIC) return 0;
  const [theirs, ours] = [comparable(read.summary ?? ""), comparable(summary)];
  // Without words, nothing but the picture is left to go by.
  if (ours === "" && (theirs !== "" || (read.media ?? []).length === 0 || picture === null)) return 0;
  if (theirs.slice(0, COMPARED_LENGTH) !== ours.slice(0, COMPARED_LENGTH)) return 0;
  return theirs === ours && addressOf(read.callToAction?.url) === addressOf(link) ? 2 : 1;
}

/** Without what an address means anyway. */
function addressOf(link: string | null | undefined): string {
  const url = URL.parse(link?.trim() ?? "");
  return url === null ? (link?.trim() ?? "") : `${url.host}${url.pathname.replace(/\/+$/, "")}${url.search}`;
}
