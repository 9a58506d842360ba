import { plainCardOf } from "../../sandbox/kit/feed.ts";
import { type GraphNode, pickPlain } from "../../sandbox/meta/node.ts";
import { printTime } from "../../sandbox/meta/times.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { commentsField } from "./comment-node.ts";
import { fileUrl, find, postUrl, reelUrl, type Stored } from "./model.ts";
import { isVisible, likesField, sharesField } from "./posts.ts";

const STATUS_TYPES: Readonly<Record<Stored<"post">["kind"], string>> = {
  text: "mobile_status_update",
  link: "shared_story",
  photo: "added_photos",
  video: "added_video",
  reel: "added_video",
};

export function postNode(world: SandboxWorld, post: Stored<"post">): GraphNode {
  const { id } = post;
  return {
    type: "PagePost",
    id,
    defaults: ["created_time", "message"],
    fields: {
      created_time: () => printTime(post.visible_at ?? post.createdAt),
      message: () => (post.message === "" ? undefined : post.message),
      permalink_url: () => (post.kind === "reel" && post.video_id !== null ? reelUrl(world, post.video_id) : postUrl(world, id)),
      is_published: () => isVisible(post, world.now()),
      status_type: () => STATUS_TYPES[post.kind],
      application: ({ nested }) => pickPlain({ name: "Rostrum", id: post.app_id }, nested),
      place: async ({ nested }) => {
        const place = post.place_id === null ? null : await find(world, "account", post.place_id);
        return place === null ? undefined : pickPlain({ name: place.name, id: place.id }, nested);
      },
      attachments: async ({ nested }) => {
        const attachment = await attachmentOf(world, post);
        return attachment === null ? undefined : pickPlain({ data: [attachment] }, nested);
      },
      shares: () => sharesField(world, id),
      reactions: (asked) => likesField(world, id, asked),
      comments: (asked) => commentsField(world, id, asked),
    },
  };
}

/** What is below the text; null for text alone. */
export async function attachmentOf(world: SandboxWorld, post: Stored<"post">): Promise<Record<string, unknown> | null> {
  if (post.link !== null) {
    const { title, description } = plainCardOf(post.link);
    return { type: "share", media_type: "link", title, description, url: post.link, target: { url: post.link } };
  }
  if (post.video_id !== null)
    return { type: "video_inline", media_type: "video", target: target(post.video_id, reelUrl(world, post.video_id)) };
  const [first] = post.photo_ids;
  if (first === undefined) return null;
  const photos = await Promise.all(post.photo_ids.map((photoId) => photoAttachment(world, photoId)));
  if (photos.length === 1) return photos[0] ?? null;
  return { type: "album", media_type: "album", target: target(post.id, postUrl(world, post.id)), subattachments: { data: photos } };
}

async function photoAttachment(world: SandboxWorld, photoId: string): Promise<Record<string, unknown>> {
  const photo = await find(world, "photo", photoId);
  const src = fileUrl(world, photoId);
  const media = { image: { height: photo?.height ?? 0, width: photo?.width ?? 0, src } };
  return { type: "photo", media_type: "photo", media, target: target(photoId, src), url: src };
}

function target(id: string, url: string) {
  return { id, url };
}
