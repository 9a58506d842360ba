import { fetchMedia } from "../../sandbox/kit/fetch-media.ts";
import { digestOf } from "../../sandbox/kit/stored.ts";
import { SANDBOX_BODY_BYTES_MAX } from "../../sandbox/limits.ts";
import { newGraphId } from "../../sandbox/meta/ids.ts";
import type { GraphNode } from "../../sandbox/meta/node.ts";
import { flagIn, type GraphCall, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, pictureOf } from "../../sandbox/uploaded.ts";
import type { Visit } from "./access.ts";
import { requirePublisher } from "./access.ts";
import { messageIn, placeIn, visibleAt } from "./feed-calls.ts";
import { find, insert, type Stored } from "./model.ts";
import { createPost } from "./posts.ts";
import { missingImage, unfitPhoto } from "./refusals.ts";
import { settingsOf } from "./settings.ts";

/** https://developers.facebook.com/docs/graph-api/reference/page/photos/ (2026-10) */
const PHOTO_TYPES = ["image/jpeg", "image/png", "image/bmp", "image/gif", "image/tiff"];

/** `POST /{page}/photos`: uploads a photo, and publishes it unless it is to be attached to a post or story later. */
export async function uploadPhoto({ world, call, caller, id }: Visit): Promise<unknown> {
  const page = await requirePublisher(world, caller, id);
  const visible_at = visibleAt(world, call);
  const place_id = await placeIn(world, call);
  const caption = messageIn(call, textIn(call, "caption") === null ? "message" : "caption");
  const file = await factsOf(world, await bytesIn(world, call));
  const photoId = await newGraphId(world, 3);
  await world.objects.putBytes(photoId, file.bytes);
  await insert(world, "photo", photoId, {
    page_id: page.id,
    mime: file.mime,
    digest: digestOf(file.bytes),
    width: file.width,
    height: file.height,
    alt: textIn(call, "alt_text_custom") ?? "",
    temporary: flagIn(call, "temporary") ?? false,
    app_id: caller.token.client_id,
  });
  if (visible_at === null || flagIn(call, "no_story") === true) return { id: photoId };
  const post = await createPost(world, {
    page_id: page.id,
    kind: "photo",
    message: caption,
    link: null,
    photo_ids: [photoId],
    video_id: null,
    place_id,
    app_id: caller.token.client_id,
    visible_at,
  });
  return { id: photoId, post_id: post.id };
}

export function photoNode(world: SandboxWorld, photo: Stored<"photo">): GraphNode {
  const fields = { page_story_id: async () => (await find(world, "photo_use", photo.id))?.post_id };
  return { type: "Photo", id: photo.id, defaults: [], fields };
}

async function bytesIn(world: SandboxWorld, call: GraphCall): Promise<Uint8Array> {
  const { source } = call.files;
  if (source !== undefined) return source;
  const url = textIn(call, "url");
  if (url === null) throw missingImage();
  const fetched = await fetchMedia(world, { url, bytesMax: SANDBOX_BODY_BYTES_MAX });
  if (fetched.kind !== "fetched") throw missingImage();
  return fetched.bytes;
}

/** By the bytes, ignoring the declared type and the file name. */
async function factsOf(world: SandboxWorld, bytes: Uint8Array) {
  const { photo_bytes_max } = await settingsOf(world);
  const mime = await mimeOf(bytes);
  const picture = PHOTO_TYPES.includes(mime) && bytes.byteLength <= photo_bytes_max ? await pictureOf(bytes) : null;
  // Sharp reads no BMP: its size stays unknown.
  if (picture === null && (mime !== "image/bmp" || bytes.byteLength > photo_bytes_max)) throw unfitPhoto();
  return { bytes, mime, width: picture?.width ?? 0, height: picture?.height ?? 0 };
}
