import { addSeconds } from "@rostrum/contract/formats.ts";
import { type GraphNode, pickPlain } from "../../sandbox/meta/node.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { commentsField } from "./comment-node.ts";
import { likesField } from "./engagement.ts";
import { find, known, type Stored } from "./model.ts";
import { settingsOf } from "./settings.ts";
import { printTime } from "./time.ts";
import { fileUrl, reelPath, thumbnailId } from "./urls.ts";
import { statusOf } from "./video-status.ts";
import { isLive } from "./videos.ts";

export function videoNode(world: SandboxWorld, video: Stored<"video">): GraphNode {
  const finish = () => find(world, "finish", video.id);
  const postId = async () => (video.kind !== "story" && (await isLive(world, video)) ? ((await finish())?.post_id ?? null) : null);
  const time = async () => printTime((await finish())?.at ?? video.createdAt);
  return {
    type: "Video",
    id: video.id,
    defaults: ["description", "updated_time"],
    fields: {
      status: async ({ nested }) => pickPlain(await statusOf(world, video), nested),
      permalink_url: () => reelPath(video.id),
      post_id: async () => (await postId()) ?? undefined,
      published: () => isLive(world, video),
      title: async () => (await finish())?.title || undefined,
      description: async () => (await finish())?.description || undefined,
      created_time: time,
      updated_time: time,
      length: () => video.file?.facts?.seconds,
      source: () => (video.file === null ? undefined : fileUrl(world, video.id)),
      picture: async () => ((await find(world, "thumbnail", video.id)) === null ? undefined : fileUrl(world, thumbnailId(video))),
      from: async ({ nested }) => pickPlain({ name: (await known(world, "account", video.page_id)).name, id: video.page_id }, nested),
      likes: async (asked) => likesField(world, (await postId()) ?? video.id, asked),
      comments: async (asked) => commentsField(world, (await postId()) ?? video.id, asked),
    },
  };
}

/** For some seconds, a video that was just created does not exist for readers of the API, as seen on the real network. */
export async function isKnownYet(world: SandboxWorld, video: Stored<"video">): Promise<boolean> {
  const { video_unknown_seconds } = await settingsOf(world);
  return addSeconds(video.createdAt, video_unknown_seconds) <= world.now();
}
