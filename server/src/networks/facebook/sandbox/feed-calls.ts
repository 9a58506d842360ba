import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { type GraphNode, showNode } from "../../sandbox/meta/node.ts";
import { invalidParameter, unknownObject } from "../../sandbox/meta/refusal.ts";
import { flagIn, type GraphCall, listIn, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Visit } from "./access.ts";
import { requirePublisher } from "./access.ts";
import { find, type Stored } from "./model.ts";
import { postNode } from "./post-node.ts";
import { createPost, visiblePosts } from "./posts.ts";
import { badLink, ownLink, photosPosted, repeated, requiredOneOf, unreadableLink } from "./refusals.ts";
import { settingsOf } from "./settings.ts";

/** Seen in other products; the vendor names no limit. */
const MESSAGE_LENGTH_MAX = 63_206;
const TEMPORARY_SECONDS = 86_400;

const Attached = z.object({ media_fbid: z.string() });

/** `POST /{page}/feed`: text, a link with its card, or photos that were uploaded before. */
export async function publishToFeed({ world, call, caller, id }: Visit): Promise<unknown> {
  const page = await requirePublisher(world, caller, id);
  const message = messageIn(call, "message");
  const link = linkIn(call);
  const photos = await attachedPhotos(world, call, id);
  if (message === "" && link === null && photos.length === 0) throw requiredOneOf("message, link, attached_media");
  if (link !== null && photos.length > 0) throw invalidParameter("Only one of link and attached_media may be given");
  await refuseRepeat(world, { pageId: id, message, link, hasPhotos: photos.length > 0 });
  const post = await createPost(world, {
    page_id: page.id,
    kind: photos.length > 0 ? "photo" : link === null ? "text" : "link",
    message,
    link,
    photo_ids: photos.map((photo) => photo.id),
    video_id: null,
    place_id: await placeIn(world, call),
    app_id: caller.token.client_id,
    visible_at: visibleAt(world, call),
  });
  return showNew(call, postNode(world, post));
}

/** The new object's id, or the fields that the call asks to read at once. */
export async function showNew(call: GraphCall, node: GraphNode): Promise<unknown> {
  const fields = textIn(call, "fields");
  return fields === null ? { id: node.id } : showNode(node, fields);
}

export function messageIn(call: GraphCall, name: string): string {
  const message = textIn(call, name) ?? "";
  if (message.length > MESSAGE_LENGTH_MAX)
    throw invalidParameter(`Param ${name} is too long (maximum is ${MESSAGE_LENGTH_MAX} characters)`);
  return message;
}

/** The Page that is where the post was made. */
export async function placeIn(world: SandboxWorld, call: GraphCall): Promise<string | null> {
  const id = textIn(call, "place");
  if (id === null) return null;
  if ((await find(world, "account", id))?.has_location !== true)
    throw invalidParameter("Param place must be the id of a Page with a location");
  return id;
}

/** Now, or null for what stays unpublished. */
export function visibleAt(world: SandboxWorld, call: GraphCall): string | null {
  return (flagIn(call, "published") ?? true) ? world.now() : null;
}

/** Whether a photo that was to be published within a day still can be. */
export function isExpired(world: SandboxWorld, photo: Stored<"photo">): boolean {
  return photo.temporary && addSeconds(photo.createdAt, TEMPORARY_SECONDS) <= world.now();
}

function linkIn(call: GraphCall): string | null {
  const link = textIn(call, "link");
  if (link === null) return null;
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) throw badLink();
  const { hostname } = new URL(link);
  if (/(^|\.)facebook\.com$/.test(hostname)) throw ownLink();
  // Nothing outside is fetched; names that never lead anywhere (RFC 6761) stand for pages that cannot be read.
  if (/(^|\.)invalid$/.test(hostname)) throw unreadableLink();
  return link;
}

async function attachedPhotos(world: SandboxWorld, call: GraphCall, pageId: string): Promise<Stored<"photo">[]> {
  const photos: Stored<"photo">[] = [];
  for (const given of listIn(call, "attached_media") ?? []) {
    const attached = Attached.safeParse(given);
    if (!attached.success) throw invalidParameter("Param attached_media must be an array of objects with media_fbid");
    const id = attached.data.media_fbid;
    const photo = await find(world, "photo", id);
    if ((await find(world, "video", id)) !== null) throw invalidParameter("Videos can't be attached to a post with photos");
    if (photo === null || photo.page_id !== pageId || isExpired(world, photo)) throw unknownObject(id, "post");
    if (photos.some((other) => other.id === id)) throw photosPosted();
    photos.push(photo);
  }
  return photos;
}

/** Seven equal posts with a photo have been seen to get through, so only texts and links are compared. */
async function refuseRepeat(
  world: SandboxWorld,
  post: { readonly pageId: string; readonly message: string; readonly link: string | null; readonly hasPhotos: boolean },
): Promise<void> {
  if (post.hasPhotos || !(await settingsOf(world)).refuses_repeats) return;
  const [newest] = await visiblePosts(world, post.pageId, world.now());
  if (newest === undefined || newest.photo_ids.length > 0 || newest.video_id !== null) return;
  if (newest.message === post.message && newest.link === post.link) throw repeated();
}
