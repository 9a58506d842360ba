import { z } from "zod";
import { beginProcessing, expiryOf, processingState } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Asked } from "./calls.ts";
import { type Category, keyOf, LONG_VIDEO_SECONDS_MAX, readFile } from "./files.ts";
import { type Attached, change, find, insert, known, type Stored } from "./model.ts";
import { invalidMediaIds, invalidRequest } from "./refusals.ts";
import { mayPostLong } from "./settings.ts";
import { readBody } from "./wanted.ts";

const IMAGES_MAX = 4;
const ALT_LENGTH_MAX = 1000;

/** Stores a whole file as media that can be posted once they are processed. */
export async function storeMedia(
  { world, request, settings, account }: Asked,
  { id, bytes, category }: { readonly id: string; readonly bytes: Uint8Array; readonly category: Category },
): Promise<Stored<"media">> {
  const { facts, isReadable, fits } = await readFile(
    bytes,
    category,
    mayPostLong(settings, account.username) ? LONG_VIDEO_SECONDS_MAX : undefined,
  );
  const seconds = facts.kind === "photo" ? settings.image_seconds : settings.video_seconds;
  const begun = beginProcessing(world, request, seconds);
  await world.objects.putBytes(id, bytes);
  await insert(world, "media", id, {
    account_id: account.id,
    attached: { ...facts, id, key: keyOf(id, facts.kind), alt: "" },
    size: bytes.byteLength,
    processing: { ...begun, fails: begun.fails || !isReadable },
    expires_at: expiryOf(world, request, settings.media_seconds),
    fits,
  });
  return known(world, "media", id);
}

/** The answer about an upload; photos that need no processing say nothing about it. */
export function mediaObjectOf({ world, settings }: Asked, media: Stored<"media">): Record<string, unknown> {
  const { attached, processing } = media;
  const isAtOnce = attached.kind === "photo" && processing.ready_at === media.createdAt && !processing.fails;
  const image = { image_type: attached.mime, w: attached.width ?? 0, h: attached.height ?? 0 };
  return {
    id: media.id,
    ...(settings.upload_keys === "all" ? { media_key: attached.key } : {}),
    size: media.size,
    expires_after_secs: Math.max(0, Math.floor(secondsBetween(world.now(), media.expires_at))),
    ...(attached.kind === "photo" ? { image } : {}),
    ...(isAtOnce ? {} : { processing_info: progressOf(world, media, settings.check_after_seconds) }),
  };
}

/** The caller's own media, by an id in a request; null if there are none, or they have expired. */
export async function ownMedia({ world, account }: Asked, id: string): Promise<Stored<"media"> | null> {
  const media = await find(world, "media", id);
  return media?.account_id === account.id && media.expires_at > world.now() ? media : null;
}

/** What a post is to contain; throws unless all of them are there, processed, and go together: four images, one GIF or one video. */
export async function mediaForPost(asked: Asked, ids: readonly string[]): Promise<Attached[]> {
  const found = await Promise.all(ids.map((id) => usableMedia(asked, id)));
  const media = found.filter((one) => one !== null);
  const isTogether = media.length <= 1 || (media.length <= IMAGES_MAX && media.every(({ kind }) => kind === "photo"));
  if (media.length < ids.length || new Set(ids).size < ids.length || !isTogether) throw invalidMediaIds(ids);
  return media;
}

const Metadata = z.object({
  id: z.string().regex(/^[0-9]{1,19}$/),
  metadata: z.object({ alt_text: z.strictObject({ text: z.string().max(ALT_LENGTH_MAX) }).optional() }).optional(),
});

/** `POST /2/media/metadata`: the alt text of media that are not in a post yet. */
export async function describeMedia(asked: Asked): Promise<unknown> {
  const { world, request, settings } = asked;
  const { id, metadata } = readBody(Metadata, request.body);
  const media = await ownMedia(asked, id);
  if (media === null) throw invalidRequest({ id: [id] }, "Your media IDs are invalid.");
  const alt = metadata?.alt_text?.text ?? "";
  if (media.attached.kind === "video" && !settings.video_alt_texts) throw invalidRequest({ id: [id] }, "Alt text is for images and GIFs.");
  await change(world, "media", media, { attached: { ...media.attached, alt } });
  return { data: { id, associated_metadata: { alt_text: { text: alt } } } };
}

async function usableMedia(asked: Asked, id: string): Promise<Attached | null> {
  const media = await ownMedia(asked, id);
  if (media === null || !media.fits || processingState(asked.world, media.processing) !== "ready") return null;
  const isUsed = asked.settings.media_used_once && (await find(asked.world, "media_use", id)) !== null;
  return isUsed ? null : media.attached;
}

function progressOf(world: SandboxWorld, media: Stored<"media">, checkAfterSeconds: number): Record<string, unknown> {
  const state = processingState(world, media.processing);
  if (state !== "processing") return { state: state === "ready" ? "succeeded" : "failed", progress_percent: 100 };
  const passed = secondsBetween(media.createdAt, world.now());
  const percent = Math.floor((100 * passed) / secondsBetween(media.createdAt, media.processing.ready_at));
  return { state: passed <= 0 ? "pending" : "in_progress", check_after_secs: checkAfterSeconds, progress_percent: percent };
}

function secondsBetween(from: string, to: string): number {
  return epochSeconds(to) - epochSeconds(from);
}

function epochSeconds(text: string): number {
  return Date.parse(text) / 1000;
}
