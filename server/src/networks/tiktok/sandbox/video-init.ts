import { randomBytes } from "node:crypto";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { openUpload } from "../../sandbox/kit/uploads.ts";
import { type Asked, type Call, readBody } from "./calls.ts";
import { requireCreator, requirePostsLeft, requireRoomForDraft, requireViewers } from "./creator.ts";
import { insert, type Stored, uploadUrl } from "./model.ts";
import { beginPublish } from "./publishes.ts";
import { invalidParams, refusal } from "./refusals.ts";

const TITLE_UNITS_MAX = 2200;

const SourceInfo = z.object({
  source: z.literal("FILE_UPLOAD"),
  video_size: z.int().min(1),
  chunk_size: z.int().min(1),
  total_chunk_count: z.int().min(1),
});
type SourceInfo = z.output<typeof SourceInfo>;
const Switch = z.boolean().default(false);
const PostInfo = z.object({
  title: z.string().max(TITLE_UNITS_MAX).default(""),
  privacy_level: z.string(),
  disable_duet: Switch,
  disable_comment: Switch,
  disable_stitch: Switch,
  video_cover_timestamp_ms: z.int().min(0).optional(),
  brand_content_toggle: Switch,
  brand_organic_toggle: Switch,
  is_aigc: Switch,
});
const DirectPost = z.object({ post_info: PostInfo, source_info: SourceInfo });
/** A caption in it is not documented, and ignored. */
const Draft = z.object({ source_info: SourceInfo });

/**
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post and
 * https://developers.tiktok.com/doc/content-posting-api-reference-upload-video (2026-11)
 */
export const VIDEO_INIT_CALLS: readonly Call[] = [
  { method: "POST", path: "/v2/post/publish/video/init/", rate: "init", scopes: ["video.publish"], run: postVideo },
  { method: "POST", path: "/v2/post/publish/inbox/video/init/", rate: "init", scopes: ["video.upload"], run: draftVideo },
];

async function postVideo(asked: Asked): Promise<Record<string, unknown>> {
  const { post_info, source_info } = readBody(asked, DirectPost);
  await requireStart(asked, source_info);
  requireViewers(asked, post_info);
  await requirePostsLeft(asked);
  return begin(asked, source_info, {
    mode: "direct",
    title: post_info.title,
    privacy_level: post_info.privacy_level,
    marks: marksOf(post_info),
  });
}

async function draftVideo(asked: Asked): Promise<Record<string, unknown>> {
  const { source_info } = readBody(asked, Draft);
  await requireStart(asked, source_info);
  await requireRoomForDraft(asked);
  return begin(asked, source_info, { mode: "inbox", title: "", privacy_level: null, marks: [] });
}

async function requireStart(asked: Asked, source: SourceInfo): Promise<void> {
  const { init_refusal } = asked.settings;
  if (init_refusal !== null) throw refusal(init_refusal.status, init_refusal.code, "The sandbox was told to refuse this.");
  const mistake = planMistake({ size: source.video_size, chunkSize: source.chunk_size, count: source.total_chunk_count });
  if (mistake !== null) throw invalidParams(mistake);
  await requireCreator(asked);
}

type Wanted = Pick<Stored<"publish">, "mode" | "title" | "privacy_level" | "marks">;

async function begin(
  { world, request, account, clientId, settings }: Asked,
  source: SourceInfo,
  wanted: Wanted,
): Promise<Record<string, unknown>> {
  const id = await world.objects.nextId();
  const upload = {
    id,
    token: randomBytes(24).toString("base64url"),
    size: source.video_size,
    chunk_size: source.chunk_size,
    count: source.total_chunk_count,
    ends_at: addSeconds(world.now(), settings.upload_seconds),
  };
  const owner = { account_id: account.id, client_id: clientId };
  const publish = await beginPublish(world, { ...owner, ...wanted, media: "video", source: "file", description: "", upload });
  const about = { publish: publish.id };
  await openUpload(world, request, { id, size: upload.size, about, lifetimeSeconds: settings.upload_seconds });
  await insert(world, "upload", id, { publish_id: publish.id });
  return { publish_id: publish.id, upload_url: uploadUrl(world, upload) };
}

function marksOf(info: z.output<typeof PostInfo>): string[] {
  const cover = info.video_cover_timestamp_ms;
  return [
    ...(info.brand_content_toggle ? ["Paid partnership"] : []),
    ...(info.brand_organic_toggle ? ["Promotional content"] : []),
    ...(info.is_aigc ? ["AI-generated"] : []),
    ...(info.disable_comment ? ["Comments off"] : []),
    ...(info.disable_duet ? ["Duet off"] : []),
    ...(info.disable_stitch ? ["Stitch off"] : []),
    ...(cover === undefined ? [] : [`Cover at ${cover / 1000} s`]),
  ];
}

/**
 * How a file is announced that comes in ranges. https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (2026-11).
 * The page says MB and not whether these have 10^6 bytes or 2^20: each bound here is the narrower of the two.
 */
const CHUNK_BYTES_MIN = 5 * 1024 * 1024;
const CHUNK_BYTES_MAX = 64_000_000;
const LAST_CHUNK_BYTES_MAX = 128_000_000;
const CHUNKS_MAX = 1000;
const VIDEO_BYTES_MAX = 4_000_000_000;

export interface ChunkPlan {
  readonly size: number;
  readonly chunkSize: number;
  readonly count: number;
}

/** What TikTok refuses the plan with; null if it takes it. */
export function planMistake({ size, chunkSize, count }: ChunkPlan): string | null {
  if (size > VIDEO_BYTES_MAX) return "The video size is invalid";
  if (count > CHUNKS_MAX) return "The total chunk count is invalid";
  // A single chunk of another size has been refused since August 2026, although dividing and rounding down gives 1:
  // https://github.com/DayMoonDevelopment/post-for-me/issues/327
  if (count === 1 || size < CHUNK_BYTES_MIN) {
    return count === 1 && chunkSize === size && size <= CHUNK_BYTES_MAX ? null : "The chunk size is invalid";
  }
  if (chunkSize < CHUNK_BYTES_MIN || chunkSize > CHUNK_BYTES_MAX) return "The chunk size is invalid";
  if (count !== Math.floor(size / chunkSize)) return "The total chunk count is invalid";
  return size - (count - 1) * chunkSize > LAST_CHUNK_BYTES_MAX ? "The chunk size is invalid" : null;
}

/** The bytes of the chunk that begins here; null if none does. The last one takes what remains. */
export function chunkBytesAt({ size, chunkSize, count }: ChunkPlan, offset: number): number | null {
  const index = offset / chunkSize;
  if (!Number.isInteger(index) || index >= count) return null;
  return index === count - 1 ? size - offset : chunkSize;
}
