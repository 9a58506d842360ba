import { z } from "zod";
import { type GraphFailure, reasonOf } from "../../connectors/meta/graph.ts";
import { nextPage } from "../../connectors/meta/lists.ts";
import type { Looking, Unread } from "../../connectors/once/visible.ts";
import { isBefore, saidAt, type TheirMoment } from "../../connectors/their-clock.ts";
import type { Part } from "./plan.ts";
import { ask, type Session } from "./session.ts";

/** A post in the account's own list. */
export interface Listed {
  readonly id: string;
  readonly url: string | null;
  /** Null if it cannot be read. */
  readonly at: TheirMoment | null;
  readonly kind: Part["kind"];
  /** Undefined where the network does not say. */
  readonly caption: string | undefined;
}

export type Listing =
  /** Every post since the given moment is in it. */
  { readonly kind: "whole"; readonly posts: readonly Listed[] } | Unread;

const Entry = z.object({
  id: z.string(),
  permalink: z.string().nullish(),
  timestamp: z.string(),
  media_product_type: z.string().nullish(),
  media_type: z.string().nullish(),
  caption: z.string().optional(),
});
const Page = z.object({ data: z.array(Entry) });

const FIELDS = "id,permalink,timestamp,media_product_type,media_type,shortcode";
const PAGE_LENGTH = "25";
const PAGES_MAX = 10;

/**
 * The account's posts since the moment; stories have a list of their own, and are in no other.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media (2026-08).
 */
export async function listPosts(session: Session, edge: "media" | "stories", since: Looking["since"]): Promise<Listing> {
  // Reading captions is documented for Facebook's host alone, and a field that is refused spoils the whole answer.
  const fields = session.via === "facebook" ? `${FIELDS},caption` : FIELDS;
  const posts: Listed[] = [];
  let page: Readonly<Record<string, string>> | null = {};
  for (let pages = 0; page !== null; pages += 1) {
    if (pages === PAGES_MAX) return { kind: "unread", reason: "Instagram: the account's list of posts does not end" };
    const reply = await ask(session, { method: "GET", path: `${session.userId}/${edge}`, fields: { fields, limit: PAGE_LENGTH, ...page } });
    if (reply.kind !== "ok") return unread(reply);
    const read = Page.safeParse(reply.body);
    if (!read.success) return { kind: "unread", reason: "Instagram: the account's list of posts cannot be read" };
    const listed = read.data.data.map(listedOf);
    const from = since(reply.headers);
    const isOld = ({ at }: Listed) => at !== null && isBefore(at, from);
    posts.push(...listed.filter((one) => !isOld(one)));
    page = listed.some(isOld) ? null : nextPage(reply.body);
  }
  return { kind: "whole", posts };
}

const Captions = z.object({ data: z.array(z.object({ id: z.string(), caption: z.string().optional() })) });

/** The captions of the latest posts, of those without one too; of none at a host that does not tell them. */
export async function listCaptions({
  session,
  edge,
}: {
  session: Session;
  edge: "media" | "stories";
}): Promise<ReadonlyMap<string, string>> {
  const reply = await ask(session, { method: "GET", path: `${session.userId}/${edge}`, fields: { fields: "id,caption", limit: "100" } });
  const read = reply.kind === "ok" ? Captions.safeParse(reply.body).data : undefined;
  const posts = read?.data ?? [];
  // A host that tells any leaves out none but those that posts do not have.
  const isTold = posts.some(({ caption }) => caption !== undefined);
  return new Map(isTold ? posts.map(({ id, caption = "" }) => [id, caption]) : []);
}

function unread(failure: GraphFailure): Unread {
  return { kind: "unread", reason: reasonOf("Instagram", failure) };
}

function listedOf({ id, permalink, timestamp, media_type: type, media_product_type: product, caption }: z.output<typeof Entry>): Listed {
  return { id, url: permalink ?? null, at: saidAt(timestamp), kind: kindOf(product ?? "", type ?? ""), caption };
}

function kindOf(product: string, type: string): Part["kind"] {
  if (product === "STORY") return "story";
  if (type === "CAROUSEL_ALBUM") return "carousel";
  return product === "REELS" || type === "VIDEO" ? "reel" : "image";
}
