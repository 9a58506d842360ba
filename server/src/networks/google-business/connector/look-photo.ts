import { z } from "zod";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import type { Alike, Looked, Looking } from "../../connectors/once/visible.ts";
import { isBefore, saidAt } from "../../connectors/their-clock.ts";
import { unreadAfter } from "./errors.ts";
import { ask } from "./server.ts";
import type { Work } from "./work.ts";

interface Wanted {
  readonly medium: OutgoingMedia;
  /** The pictures of the post itself. */
  readonly others: readonly string[];
}

const PAGE_LENGTH = 100;
const PAGES_MAX = 5;
/** Google may keep a photo in another size. */
const RATIO_TOLERANCE = 0.02;

const Item = z.object({
  name: z.string().min(1),
  mediaFormat: z.string().nullish(),
  createTime: z.string().nullish(),
  dimensions: z.object({ widthPixels: z.number().nullish(), heightPixels: z.number().nullish() }).nullish(),
});
type Item = z.output<typeof Item>;
const Page = z.object({ mediaItems: z.array(Item).default([]), nextPageToken: z.string().nullish() });

/**
 * Looks for a photo whose call had no answer: https://developers.google.com/my-business/reference/rest/v4/accounts.locations.media/list
 * (2026-05). Nothing of ours can be read back from a photo, so its time and its shape have to do.
 */
export async function searchPhoto({ server, location }: Work, { medium, others }: Wanted, { since }: Looking): Promise<Looked> {
  const alike: Alike[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { pageSize: `${PAGE_LENGTH}`, pageToken };
    const answer = await ask(server, { method: "GET", path: `/${location}/media`, query });
    if (answer.kind !== "ok") return unreadAfter(answer, server.reach);
    const read = Page.safeParse(answer.body ?? {});
    if (!read.success) return { kind: "unread", reason: "Google: the list of photos cannot be read." };
    const begin = since(answer.headers);
    for (const item of read.data.mediaItems) {
      const { name, createTime, mediaFormat } = item;
      const isPhoto = (mediaFormat ?? "PHOTO") === "PHOTO" && hasShape(item, medium);
      const at = saidAt(createTime);
      if (isPhoto && !others.includes(name) && !isBefore(at ?? begin, begin)) alike.push({ id: name, at });
    }
    pageToken = read.data.nextPageToken ?? "";
    if (pageToken === "") break;
  }
  return { kind: "read", alike, unless: pageToken === "" ? undefined : TOO_MANY };
}

const TOO_MANY = "Google did not answer, and lists too many photos to find this one";

function hasShape({ dimensions }: Item, { width, height }: OutgoingMedia): boolean {
  const { widthPixels, heightPixels } = dimensions ?? {};
  if (!widthPixels || !heightPixels || !width || !height) return true;
  return Math.abs(widthPixels / heightPixels / (width / height) - 1) <= RATIO_TOLERANCE;
}
