import { secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { waitAsked } from "../../connectors/google/api.ts";
import { aheadBy } from "../../connectors/reply.ts";
import { earliestFirst, isBefore, saidAt, windowBy } from "../../connectors/their-clock.ts";
import { type Wait, wait } from "../../connectors/wait.ts";
import type { Calls, Decided } from "./progress.ts";
import { ask } from "./server.ts";
import { PHOTO_LOOKS_SECONDS } from "./unverified.ts";
import type { Work } from "./work.ts";

/** One picture on its way to the photos. */
export interface PhotoOrder {
  readonly index: number;
  readonly medium: OutgoingMedia;
  readonly live: Extract<Decided, { state: "live" }>;
}

export type FoundPhoto = { readonly kind: "found"; readonly id: string } | { readonly kind: "absent" } | Wait;

const PAGE_LENGTH = 100;
const PAGES_MAX = 5;
const ASK_AGAIN_SECONDS = 60;
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
export async function findPhoto(work: Work, order: PhotoOrder, calls: Calls): Promise<FoundPhoto> {
  const { progress, call } = work;
  const age = secondsBetween(calls.lastAt, call.now());
  const early = (PHOTO_LOOKS_SECONDS[calls.looks] ?? 0) - age;
  if (early > 0) return wait(early);
  const listed = await list(work, calls);
  if ("kind" in listed) return listed;
  const found = await choose(work, order, listed);
  if (found !== null) return { kind: "found", id: found };
  const looks = calls.looks + 1;
  await progress.setPhoto(order.index, { ...progress.photo(order.index), calls: { ...calls, looks } });
  const next = PHOTO_LOOKS_SECONDS[looks];
  return next === undefined ? { kind: "absent" } : wait(next - age);
}

/** The photos since the call. */
async function list(work: Work, calls: Calls): Promise<Item[] | Wait> {
  const { server, location } = work;
  const items: Item[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { pageSize: `${PAGE_LENGTH}`, pageToken };
    const answer = await ask(server, { method: "GET", path: `/${location}/media`, query });
    if (answer.kind !== "ok") return wait(Math.max(ASK_AGAIN_SECONDS, waitAsked(answer).retryAfterSeconds ?? 0));
    const read = Page.safeParse(answer.body ?? {});
    if (!read.success) return wait(ASK_AGAIN_SECONDS);
    const ahead = calls.aheadSeconds ?? aheadBy(answer.headers, work.call.now()) ?? 0;
    const since = windowBy(calls.firstAt, ahead);
    items.push(...read.data.mediaItems.filter(({ createTime }) => !isBefore(saidAt(createTime) ?? since, since)));
    pageToken = read.data.nextPageToken ?? "";
    if (pageToken === "") break;
  }
  return items;
}

async function choose({ call, plan, progress }: Work, { medium, live }: PhotoOrder, items: readonly Item[]): Promise<string | null> {
  const own = plan.photos.flatMap((_, index) => progress.photoId(index) ?? []);
  const alike = items.filter((item) => {
    const isPhoto = (item.mediaFormat ?? "PHOTO") === "PHOTO" && hasShape(item, medium);
    return isPhoto && !own.includes(item.name) && !live.pictures.includes(item.name);
  });
  if (alike.length === 0) return null;
  const owned = await call.ownedByOthers(alike.map(({ name }) => name));
  const free = alike.filter(({ name }) => !owned.has(name));
  const [first] = earliestFirst(free, ({ createTime }) => saidAt(createTime));
  return first?.name ?? null;
}

function hasShape({ dimensions }: Item, { width, height }: PhotoOrder["medium"]): boolean {
  const { widthPixels, heightPixels } = dimensions ?? {};
  if (!widthPixels || !heightPixels || !width || !height) return true;
  return Math.abs(widthPixels / heightPixels / (width / height) - 1) <= RATIO_TOLERANCE;
}
