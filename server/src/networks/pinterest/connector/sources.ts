import { isIP } from "node:net";
import { createClassify } from "../../../ground/net/address.ts";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { fittedPicture } from "../../connectors/pictures.ts";
import type { JsonStream } from "./api.ts";
import { JsonWithFiles } from "./body.ts";
import type { Pin } from "./plan.ts";
import { IMAGE_BYTES_MAX } from "./unverified.ts";

/** How images get to Pinterest: it fetches them, or they are part of the request. */
export type Way = "fetched" | "sent";

export interface PinOrder {
  readonly pin: Pin;
  readonly boardId: string;
  readonly way: Way;
  /** Of the uploaded video; null without one. */
  readonly mediaId: string | null;
}

export type PinBody =
  | { readonly kind: "body"; readonly body: string | JsonStream; readonly bytes: number }
  | { readonly kind: "rejected"; readonly reason: string };

const SENT_TYPES = ["image/jpeg", "image/png"];

/** The request that makes the pin. */
export async function pinBody({ pin, boardId, way, mediaId }: PinOrder): Promise<PinBody> {
  const json = new JsonWithFiles();
  const images: Source[] = [];
  for (const image of pin.images) {
    const source = way === "fetched" ? { url: image.url() } : await sent(image, json);
    if ("kind" in source) return source;
    images.push(source);
  }
  const body = json.body({
    board_id: boardId,
    ...pin.words,
    media_source: mediaId === null ? imageSource(images) : videoSource(mediaId, images, pin.video?.durationSeconds ?? 0),
  });
  return { kind: "body", body, bytes: body.length };
}

/**
 * Pinterest fetches images only from where it can reach them; one on this machine can, as the sandbox network. Everywhere else they
 * are sent.
 */
export function wayFor({ images }: Pin, api: string): Way {
  const isHere = isOnThisMachine(new URL(api));
  return images.every((image) => isHere || isPublic(new URL(image.url()))) ? "fetched" : "sent";
}

type Source = { readonly url: string } | { readonly content_type: string; readonly data: string };

/** The file is in an accepted form already, except for animated GIFs, which Pinterest only fetches. */
async function sent(image: OutgoingMedia, json: JsonWithFiles): Promise<Source | Extract<PinBody, { kind: "rejected" }>> {
  if (SENT_TYPES.includes(image.mime)) return { content_type: image.mime, data: json.take(await image.file()) };
  const fitted = await fittedPicture(image, { network: "Pinterest", demand: { types: SENT_TYPES, maxBytes: IMAGE_BYTES_MAX } });
  return "kind" in fitted ? fitted : { content_type: fitted.file.type, data: json.take(fitted.file) };
}

function imageSource(images: readonly Source[]): Json {
  const [first, ...others] = images;
  if (first === undefined) throw new Error("A pin has at least one image or a video.");
  const isUrl = "url" in first;
  if (others.length === 0) return { source_type: isUrl ? "image_url" : "image_base64", ...first };
  return { source_type: isUrl ? "multiple_image_urls" : "multiple_image_base64", items: images, index: 0 };
}

/** Many videos begin black, or with an empty stage. */
const COVER_SECONDS = 3;

/** A video needs a cover: the image beside it, else a frame some seconds in, in whole seconds and well inside it. */
function videoSource(mediaId: string, [cover]: readonly Source[], durationSeconds: number): Json {
  const video = { source_type: "video_id", media_id: mediaId };
  if (cover === undefined) return { ...video, cover_image_key_frame_time: Math.min(COVER_SECONDS, Math.floor(durationSeconds / 2)) };
  if ("url" in cover) return { ...video, cover_image_url: cover.url };
  return { ...video, cover_image_content_type: cover.content_type, cover_image_data: cover.data };
}

const classify = createClassify([]);

function isPublic({ protocol, hostname }: URL): boolean {
  const host = bare(hostname);
  return protocol === "https:" && (isIP(host) === 0 ? host.includes(".") && !host.endsWith(".localhost") : classify(host) === "public");
}

function isOnThisMachine({ hostname }: URL): boolean {
  const host = bare(hostname);
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

/** Without the brackets of an IPv6 address. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
