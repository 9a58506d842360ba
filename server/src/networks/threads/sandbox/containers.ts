import { addSeconds } from "@rostrum/contract/formats.ts";
import { fetchMedia } from "../../sandbox/kit/fetch-media.ts";
import { beginProcessing, expiryOf, processingState } from "../../sandbox/kit/processing.ts";
import { keepFile } from "../../sandbox/kit/stored.ts";
import { newGraphId } from "../../sandbox/meta/ids.ts";
import type { GraphNode } from "../../sandbox/meta/node.ts";
import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { pictureOf } from "../../sandbox/uploaded.ts";
import { type Asked, requireScope } from "./caller.ts";
import { readWanted, type Wanted } from "./content.ts";
import { CONTAINER_FAMILY, type Content, find, findOrInsert, postIdOf, type Stored } from "./model.ts";
import { badChildren, mediaNotFound, notFetched } from "./refusals.ts";
import { type Settings, settingsOf } from "./settings.ts";

const LIFETIME_SECONDS = 24 * 3600;
const CHILDREN_MIN = 2;
const CHILDREN_MAX = 20;
const IMAGE_BYTES_MAX = 8 * 1024 * 1024;
const VIDEO_BYTES_MAX = 1024 * 1024 * 1024;
const RATIO_MAX = 10;
const IMAGE_TYPES = ["image/jpeg", "image/png"];
const VIDEO_TYPES = ["video/mp4", "video/quicktime"];

export type ContainerStatus = "IN_PROGRESS" | "FINISHED" | "PUBLISHED" | "ERROR" | "EXPIRED";

/** `POST /{user}/threads`: creates a container and returns it. Media are fetched at once, and then processed for a while. */
export async function createContainer(asked: Asked): Promise<Stored<"container">> {
  requireScope(asked, "threads_content_publish");
  const { world, request, account } = asked;
  const settings = await settingsOf(world);
  const wanted = readWanted(asked, settings);
  await checkReferences(world, wanted, settings);
  const { media, error } = await mediaFor(asked, wanted);
  const id = await newGraphId(world, CONTAINER_FAMILY);
  return findOrInsert(world, "container", id, {
    account_id: account.id,
    content: { ...wanted.content, media },
    is_carousel_item: wanted.isCarouselItem,
    children: [...wanted.children],
    processing: beginProcessing(world, request, SECONDS_FOR[wanted.content.media_type](settings)),
    error,
    expires_at: expiryOf(world, request, LIFETIME_SECONDS),
  });
}

const SECONDS_FOR: Readonly<Record<Content["media_type"], (settings: Settings) => number>> = {
  TEXT: ({ text_seconds }) => text_seconds,
  IMAGE: ({ image_seconds }) => image_seconds,
  VIDEO: ({ video_seconds }) => video_seconds,
  CAROUSEL: ({ image_seconds }) => image_seconds,
};

/** The caller's own container; throws 24/4279009 if there is none or it does not show yet. */
export async function ownContainer(asked: Asked, id: string): Promise<Stored<"container">> {
  const { world, account } = asked;
  const container = await find(world, "container", id);
  const { found_after_seconds } = await settingsOf(world);
  const isFound = container?.account_id === account.id && addSeconds(container.createdAt, found_after_seconds) <= world.now();
  if (container === null || !isFound) throw mediaNotFound();
  return container;
}

export async function statusOf(world: SandboxWorld, container: Stored<"container">): Promise<ContainerStatus> {
  const post = await find(world, "post", postIdOf(container.id));
  if (post !== null) {
    const { published_shows_after_seconds } = await settingsOf(world);
    return addSeconds(post.createdAt, published_shows_after_seconds) <= world.now() ? "PUBLISHED" : "FINISHED";
  }
  if (container.expires_at <= world.now()) return "EXPIRED";
  const state = processingState(world, container.processing);
  if (state === "processing") return "IN_PROGRESS";
  return state === "failed" || container.error !== null ? "ERROR" : "FINISHED";
}

/** `GET /{container}`. */
export function containerNode(world: SandboxWorld, container: Stored<"container">): GraphNode {
  return {
    type: "ThreadsMediaContainer",
    id: container.id,
    defaults: ["status"],
    fields: {
      status: () => statusOf(world, container),
      error_message: async () => ((await statusOf(world, container)) === "ERROR" ? errorOf(container) : undefined),
    },
  };
}

function errorOf({ error, content }: Stored<"container">): string {
  return error ?? (content.media_type === "VIDEO" ? "FAILED_PROCESSING_VIDEO" : "UNKNOWN");
}

/** What it answers or quotes must be there, and old enough. */
async function checkReferences(world: SandboxWorld, { content }: Wanted, settings: Settings): Promise<void> {
  if (content.quote_of !== null && (await find(world, "post", content.quote_of)) === null) throw mediaNotFound();
  if (content.reply_to === null) return;
  const parent = await find(world, "post", content.reply_to);
  const isReady = parent !== null && addSeconds(parent.createdAt, settings.parent_ready_seconds) <= world.now();
  if (!isReady) throw mediaNotFound();
}

interface Fetched {
  readonly media: Content["media"];
  /** What the container will end with; null if all is well. */
  readonly error: string | null;
}

async function mediaFor(asked: Asked, wanted: Wanted): Promise<Fetched> {
  if (wanted.content.media_type === "CAROUSEL") return { media: await childMedia(asked, wanted.children), error: null };
  if (wanted.mediaUrl === null) return { media: [], error: null };
  const isImage = wanted.content.media_type === "IMAGE";
  const found = await fetchMedia(asked.world, { url: wanted.mediaUrl, bytesMax: VIDEO_BYTES_MAX });
  if (found.kind !== "fetched" && isImage) throw notFetched();
  if (found.kind !== "fetched") return { media: [], error: "FAILED_DOWNLOADING_VIDEO" };
  if (!isImage && !VIDEO_TYPES.includes(found.mime)) return { media: [], error: "FAILED_PROCESSING_VIDEO" };
  const error = isImage ? await imageError(found) : null;
  const { file, mime } = await keepFile(asked.world, found.bytes);
  return { media: [{ file, mime, alt: wanted.alt }], error };
}

async function imageError({ bytes, mime }: { readonly bytes: Uint8Array; readonly mime: string }): Promise<string | null> {
  if (!IMAGE_TYPES.includes(mime)) throw invalidParameter("Param image_url must be a JPEG or PNG image");
  if (bytes.byteLength > IMAGE_BYTES_MAX) throw invalidParameter("Param image_url must be at most 8 MB");
  const picture = await pictureOf(bytes);
  if (picture === null) return "UNKNOWN";
  const ratio = Math.max(picture.width / picture.height, picture.height / picture.width);
  return ratio > RATIO_MAX ? "INVALID_ASPEC_RATIO" : null;
}

/** The media of a carousel: of 2 to 20 containers of one's own that were made for it and are finished. */
async function childMedia({ world, account }: Asked, ids: readonly string[]): Promise<Content["media"]> {
  if (ids.length < CHILDREN_MIN || ids.length > CHILDREN_MAX) throw invalidParameter("Param children must have 2 to 20 ids");
  const media: Content["media"] = [];
  for (const id of ids) {
    const child = await find(world, "container", id);
    const isOwn = child?.account_id === account.id && child.is_carousel_item;
    if (child === null || !isOwn || (await statusOf(world, child)) !== "FINISHED") throw badChildren();
    media.push(...child.content.media);
  }
  return media;
}
