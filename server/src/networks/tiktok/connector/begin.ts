import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Json } from "../../connectors/json.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import type { Send, Verdict } from "../../connectors/once/visible.ts";
import { isBelow, isOnDomain } from "../../connectors/sending.ts";
import { busy, type Stop } from "../../connectors/signs.ts";
import { SCARCE_SECONDS } from "../../connectors/strikes.ts";
import { type Answer, ask, type Failure, reasonOf } from "./api.ts";
import { type Creator, readCreator } from "./creator.ts";
import { doubtAfter, isUnclear, signOf, stopAfter } from "./errors.ts";
import type { PhotosPlan, VideoPlan } from "./plan.ts";
import { type Decisions, decisionsIn, ONLY_ME, UNAUDITED } from "./preferences.ts";
import type { Order } from "./progress.ts";
import { PART_BYTES, WHOLE_BYTES_MAX } from "./unverified.ts";
import type { Work } from "./work.ts";

/** Uploads take bytes for so long: https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (2026-11). */
const UPLOAD_SECONDS = 3600;
const MISMATCH_RETRY_SECONDS = 5;

const Ordered = z.object({ publish_id: z.string().min(1) });
const OrderedUpload = Ordered.extend({ upload_url: z.string().min(1) });

/** How a file goes: https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (2026-11). The last part takes the rest. */
export function partsOf(bytes: number): { readonly partBytes: number; readonly parts: number } {
  if (bytes <= WHOLE_BYTES_MAX) return { partBytes: bytes, parts: 1 };
  return { partBytes: PART_BYTES, parts: Math.floor(bytes / PART_BYTES) };
}

/** Orders the upload of a video. Nothing of it is published before its last byte is there. */
export async function orderVideo(work: Work, plan: VideoPlan): Promise<Order | Stop> {
  const { progress, call, server } = work;
  const terms = await termsOf(work, plan.video.durationSeconds);
  if ("kind" in terms) return terms;
  const bytes = (await plan.video.file()).size;
  const { partBytes, parts } = partsOf(bytes);
  const source_info = { source: "FILE_UPLOAD", video_size: bytes, chunk_size: partBytes, total_chunk_count: parts };
  const { decisions } = terms;
  const path = decisions === null ? "/v2/post/publish/inbox/video/init/" : "/v2/post/publish/video/init/";
  const body =
    decisions === null
      ? { source_info }
      : { post_info: { title: plan.caption, ...postInfo(decisions, "video"), ...coverOf(plan) }, source_info };
  const answer = await ask(server, { method: "POST", path, body });
  if (answer.kind !== "ok") return notOrdered(work, answer);
  const ordered = OrderedUpload.safeParse(answer.data).data;
  if (ordered === undefined) return silent(work, "TikTok: the answer names no upload.");
  // It gets the video, so only one of TikTok's does; or one beside the API where that is set.
  if (!isBelow(ordered.upload_url, new URL(call.host("api")).origin) && !isOnDomain(ordered.upload_url, "tiktokapis.com", "tiktok.com")) {
    return { kind: "rejected", reason: "TikTok: the answer names an address for the video that is not one of TikTok's." };
  }
  await progress.setArrived(0);
  // In this order: an upload without its order is forgotten.
  const now = call.now();
  await progress.setUpload({ url: ordered.upload_url, endsAt: addSeconds(now, UPLOAD_SECONDS), bytes, partBytes, parts });
  const order = anOrder(ordered.publish_id, now);
  await progress.keepOrder(order);
  return order;
}

/** Photos, which TikTok fetches itself: with this one call they are as good as published. */
export async function readyPhotos(work: Work, plan: PhotosPlan): Promise<Send | Stop> {
  const terms = await termsOf(work, null);
  if ("kind" in terms) return terms;
  const { decisions } = terms;
  const texts = {
    ...(plan.title === "" ? {} : { title: plan.title }),
    ...(plan.description === "" ? {} : { description: plan.description }),
  };
  const body = {
    media_type: "PHOTO",
    post_mode: decisions === null ? "MEDIA_UPLOAD" : "DIRECT_POST",
    post_info: decisions === null ? texts : { ...texts, ...postInfo(decisions, "photos"), auto_add_music: plan.addsMusic },
    source_info: { source: "PULL_FROM_URL", photo_cover_index: 0, photo_images: plan.photos.map((photo) => photo.url()) },
  };
  return () => orderPhotos(work, body);
}

async function orderPhotos(work: Work, body: Json): Promise<Verdict> {
  const { progress, call, server } = work;
  const at = call.now();
  const answer = await ask(server, { method: "POST", path: "/v2/post/publish/content/init/", body });
  const ordered = answer.kind === "ok" ? Ordered.safeParse(answer.data).data : undefined;
  if (ordered !== undefined) {
    progress.noteOrder({ ...anOrder(ordered.publish_id, at), lastAt: at, isComplete: true });
    return { kind: "made", made: { id: ordered.publish_id, url: null, at } };
  }
  if (answer.kind === "ok") return { kind: "doubtful", reason: "TikTok: the answer does not name what was ordered." };
  return doubtAfter(answer, call) ?? { kind: "refused", halt: await refused(work, answer) };
}

function anOrder(publish: string, at: Instant): Order {
  return { publish, at, lastAt: null, sends: 0, refusals: 0, isComplete: false, publishedAt: null };
}

/** What is agreed before an order: what the person decided, null for the inbox, where they decide in the app. */
interface Terms {
  readonly decisions: Decisions | null;
}

async function termsOf(work: Work, seconds: number | null): Promise<Terms | Stop> {
  const { server, progress, account, plan, call } = work;
  if (progress.begunAt() === null) await progress.setBegunAt(call.now());
  if (plan.isInbox) {
    await progress.setAudience({ privacy: null, username: null });
    return lacks(account.grant, "video.upload") ? missing("send anything to the inbox of the TikTok app") : { decisions: null };
  }
  if (lacks(account.grant, "video.publish")) return missing("publish");
  const answer = await readCreator(server);
  if (answer.kind !== "read") return stopAfter(answer, call);
  const { creator } = answer;
  const decisions = decisionsIn(account.preferences);
  const problem = problemOf(creator, decisions, { seconds, isAudited: call.isAudited });
  if (problem !== null) return { kind: "rejected", reason: problem };
  await progress.setAudience({ privacy: decisions.privacy, username: creator.username });
  const { comments, duets, stitches } = creator.disables;
  return {
    decisions: {
      ...decisions,
      comments: decisions.comments && !comments,
      duets: decisions.duets && !duets,
      stitches: decisions.stitches && !stitches,
    },
  };
}

function missing(what: string): Stop {
  return { kind: "rejected", reason: `The permission to ${what} was not given at the log-in. Log in to TikTok again and allow it.` };
}

/** What TikTok would refuse, or must not be asked to publish. */
function problemOf(
  { audiences, videoSeconds }: Creator,
  { privacy, brandedContent }: Decisions,
  { seconds, isAudited }: { readonly seconds: number | null; readonly isAudited: boolean },
): string | null {
  if (privacy === null) return `Nobody has chosen who may see the posts of this channel. ${CHOOSE}`;
  if (!audiences.includes(privacy)) return `TikTok no longer offers this account the choice "${privacy}" of who may see a post. ${CHOOSE}`;
  if (!isAudited && privacy !== ONLY_ME) return `${UNAUDITED} ${CHOOSE}`;
  if (brandedContent && privacy === ONLY_ME)
    return "TikTok takes posts that promote another brand only if others may see them. Choose so, or switch that off.";
  if (seconds === null || videoSeconds === null || seconds <= videoSeconds) return null;
  return `The video is ${Math.ceil(seconds)} seconds long; TikTok takes at most ${videoSeconds} seconds from this account.`;
}

const CHOOSE = "Choose who may see posts of this channel.";

/** TikTok's names; duets and stitches are made of videos alone. */
function postInfo(decisions: Decisions, what: "video" | "photos"): Record<string, Json> {
  return {
    privacy_level: decisions.privacy,
    disable_comment: !decisions.comments,
    ...(what === "video" ? { disable_duet: !decisions.duets, disable_stitch: !decisions.stitches } : {}),
    brand_content_toggle: decisions.brandedContent,
    brand_organic_toggle: decisions.yourBrand,
  };
}

/** TikTok takes a moment of the video, and no picture. */
function coverOf({ video }: VideoPlan): Record<string, Json> {
  const seconds = video.cover?.seconds ?? null;
  return seconds === null ? {} : { video_cover_timestamp_ms: Math.round(seconds * 1000) };
}

async function notOrdered(work: Work, answer: Exclude<Answer, { kind: "ok" }>): Promise<Stop> {
  // A front end that had nobody to hand the order to: no upload was begun, so it may be ordered as often as the post is tried.
  if (answer.kind === "refused" && answer.status === 503 && answer.code === null) return refused(work, answer);
  return isUnclear(answer) ? silent(work, reasonOf(answer)) : refused(work, answer);
}

/** Nothing is published before all bytes are there, so an order of an upload without an answer is made anew. */
async function silent({ progress }: Work, reason: string): Promise<Stop> {
  const times = await progress.strike("silence");
  const seconds = SCARCE_SECONDS[times - 1];
  return seconds === undefined
    ? { kind: "rejected", reason: `${reason}. No upload could be ordered, ${times} times.` }
    : busy(reason, seconds);
}

/** What people may choose is read right before, but it may change in between. */
async function refused(work: Work, failure: Failure): Promise<Stop> {
  if (signOf(failure) !== "privacy") return stopAfter(failure, work.call);
  const reason = reasonOf(failure);
  return (await work.progress.strike("privacy")) === 1
    ? busy(reason, MISMATCH_RETRY_SECONDS)
    : { kind: "rejected", reason: `${reason}. ${CHOOSE}` };
}
