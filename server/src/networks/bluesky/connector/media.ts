import type { OutgoingMedia } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { hasTooManyBytes, sendPicture } from "../../connectors/pictures.ts";
import type { Trouble } from "../../connectors/signs.ts";
import type { Wait } from "../../connectors/wait.ts";
import { isVideo } from "./outline.ts";
import { mediaCheckpoint, sendBlob, type Uploader, uploadedIn } from "./upload.ts";
import { videoBlob } from "./video.ts";

/**
 * Servers from before 2026 refuse images of 1,000,000 bytes or more; today's limit is 2,000,000. WebP and PNG are accepted as they are.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/images.json, read in August 2026.
 */
const IMAGE_DEMAND = { types: ["image/jpeg", "image/png", "image/webp"], maxBytes: 976_000 };

export interface Embedded {
  readonly embed: Json;
}

/** The embed of a record's media, each file uploaded once: the checkpoint records what the server already has. */
export async function embedMedia(media: readonly OutgoingMedia[], uploader: Uploader): Promise<Embedded | Trouble | Wait> {
  const [first] = media;
  if (first !== undefined && isVideo(first)) return embedVideo(first, uploader);
  const images: Json[] = [];
  for (const item of media) {
    const image = await uploadImage(item, uploader);
    if ("kind" in image) return image;
    images.push({ ...image, alt: item.alt ?? "" });
  }
  return { embed: { $type: "app.bsky.embed.images", images } };
}

interface UploadedImage {
  readonly image: Json;
  readonly aspectRatio: Json;
}

async function uploadImage(item: OutgoingMedia, uploader: Uploader): Promise<UploadedImage | Trouble> {
  const { checkpoint } = uploader.call;
  const known = checkpoint.get(mediaCheckpoint(item.id));
  if (isUploadedImage(known)) return known;

  const uploaded = await sendPicture(
    item,
    { network: "Bluesky", demand: IMAGE_DEMAND },
    {
      send: async ({ file, image }) => ({ reply: await sendBlob(file, uploader), image }),
      isTooLarge: ({ reply }) => hasTooManyBytes(reply),
    },
  );
  if ("kind" in uploaded) return uploaded;
  const made = uploadedIn(uploaded.reply, uploader);
  if ("kind" in made) return made;
  const { width, height } = uploaded.image ?? item;
  const image = { image: made.blob, aspectRatio: { width, height } };
  await checkpoint.set(mediaCheckpoint(item.id), image);
  return image;
}

async function embedVideo(item: OutgoingMedia, uploader: Uploader): Promise<Embedded | Trouble | Wait> {
  const result = await videoBlob(item, uploader);
  if ("kind" in result) return result;
  const { width, height } = item;
  const shape = width === null || height === null ? {} : { aspectRatio: { width, height } };
  return { embed: { $type: "app.bsky.embed.video", video: result.blob, alt: item.alt ?? "", ...shape } };
}

function isUploadedImage(value: Json | undefined): value is UploadedImage & { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && "image" in value && "aspectRatio" in value;
}
