import type { Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { comparable } from "../../connectors/comparable.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import type { Alike, Looking, Unread } from "../../connectors/once/visible.ts";
import { IdForm } from "../../connectors/reply.ts";
import { isBefore, saidAt, type TheirMoment, windowFrom } from "../../connectors/their-clock.ts";
import { ask, type Failure, reasonOf } from "./api.ts";
import type { PostPlan } from "./plan.ts";
import { isPublic, type Work } from "./work.ts";

const FIELDS = ["id", "create_time", "title", "video_description", "share_url"];
const PAGE_LENGTH = 20;
const PAGES_MAX = 10;
const ASK_AGAIN_SECONDS = 300;

const Video = z.object({
  id: IdForm,
  create_time: z.coerce.number(),
  title: z.string().nullish(),
  video_description: z.string().nullish(),
  share_url: z.string().nullish(),
});
type Video = z.output<typeof Video>;
const Page = z.object({
  videos: z.array(Video).nullish(),
  cursor: z.union([z.int(), z.string()]).nullish(),
  has_more: z.boolean().nullish(),
});

/** Why the account's list cannot tell whether the post is published; null if it can. */
export function blindness(work: Work): string | null {
  if (!isPublic(work)) return "TikTok tells of public posts only";
  if (lacks(work.account.grant, "video.list")) return "the permission to read the account's list was not given at the log-in";
  return textsOf(work.plan).length === 0 ? "a post without a text cannot be told from others" : null;
}

/** The account's posts since then with this text: https://developers.tiktok.com/doc/tiktok-api-v2-video-list (2026-11): newest first, public ones alone. */
export async function search(work: Work, since: Looking["since"]): Promise<Listed | Unread> {
  const listed: Video[] = [];
  let cursor: string | number | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const body = { max_count: PAGE_LENGTH, ...(cursor === undefined ? {} : { cursor: Number(cursor) }) };
    const answer = await ask(work.server, { method: "POST", path: "/v2/video/list/", fields: FIELDS, body });
    if (answer.kind !== "ok") return unread(answer);
    const read = Page.safeParse(answer.data);
    if (!read.success) break;
    const { videos, cursor: next, has_more } = read.data;
    listed.push(...(videos ?? []));
    const last = listed.at(-1);
    const from = since(answer.headers);
    if (has_more !== true || next == null || (last !== undefined && isOlder(last, from))) return alikeIn(work, listed, from);
    cursor = next;
  }
  return unread({ kind: "lost", reason: "the list of videos cannot be read" });
}

export interface Listed {
  readonly kind: "read";
  readonly alike: readonly Alike[];
}

/** The same by what the account has posted since this moment of ours, without what other deliveries own. */
export async function unclaimedSince(work: Work, moment: Instant): Promise<readonly Alike[] | null> {
  const { call } = work;
  const found = await search(work, (headers) => windowFrom(moment, { headers, now: call.now() }));
  if (found.kind === "unread") return null;
  const owned = found.alike.length === 0 ? new Set() : await call.ownedByOthers(found.alike.map(({ id }) => id));
  return found.alike.filter(({ id }) => !owned.has(id));
}

function unread(failure: Failure): Unread {
  const asked = failure.kind === "refused" ? (failure.retryAfterSeconds ?? 0) : 0;
  return { kind: "unread", reason: reasonOf(failure), retryAfterSeconds: Math.max(ASK_AGAIN_SECONDS, asked) };
}

function isOlder({ create_time }: Video, from: TheirMoment): boolean {
  return isBefore(saidAt(create_time) ?? from, from);
}

function alikeIn({ plan }: Work, listed: readonly Video[], from: TheirMoment): Listed {
  const wanted = textsOf(plan);
  const alike = listed.filter((video) => !isOlder(video, from) && textsIn(video).some((text) => wanted.includes(text)));
  return { kind: "read", alike: alike.map(({ id, share_url, create_time }) => ({ id, url: share_url || null, at: saidAt(create_time) })) };
}

/** Whether the title of photos is a part of their text in the list is unverified. */
function textsOf(plan: PostPlan): string[] {
  const texts = plan.kind === "video" ? [plan.caption] : [plan.description, `${plan.title} ${plan.description}`];
  return texts.map(comparable).filter((text) => text !== "");
}

function textsIn({ title, video_description }: Video): string[] {
  return [video_description ?? "", title ?? "", `${title ?? ""} ${video_description ?? ""}`].map(comparable);
}
