import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { type GraphNode, showNode } from "../../sandbox/meta/node.ts";
import { addressOf, pageBody, pageOf } from "../../sandbox/meta/paging.ts";
import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import { listIn, textIn } from "../../sandbox/meta/request.ts";
import { secondsIn } from "../../sandbox/meta/times.ts";
import { requireReader, type Visit } from "./access.ts";
import { epochSeconds, LIST_MAX, list, type Stored, storyUrl } from "./model.ts";
import { postNode } from "./post-node.ts";
import { latestFirst, visiblePosts } from "./posts.ts";
import { videoNode } from "./video-node.ts";

const STORY_SECONDS = 86_400;

/** `GET /{page}/published_posts`: newest first. */
export async function listPosts(visit: Visit): Promise<unknown> {
  const { world, caller, id } = visit;
  requireReader(caller, id);
  const posts = await visiblePosts(world, id, shownUntil(visit));
  return answer(visit, posts, (post) => postNode(world, post));
}

/** `GET /{page}/video_reels`. */
export async function listReels(visit: Visit): Promise<unknown> {
  const { world, caller, id } = visit;
  requireReader(caller, id);
  const posts = (await visiblePosts(world, id, shownUntil(visit))).filter(({ kind }) => kind === "reel");
  const found = new Map((await list(world, "video", { where: { page_id: id }, limit: LIST_MAX })).map((video) => [video.id, video]));
  const videos = posts.flatMap(({ video_id, visible_at }) => {
    const video = found.get(video_id ?? "");
    return video === undefined ? [] : [{ ...video, visible_at }];
  });
  return answer(visit, videos, (video) => videoNode(world, video));
}

/** `GET /{page}/stories?status=PUBLISHED`: stories are archived after a day. */
export async function listStories(visit: Visit): Promise<unknown> {
  const { world, caller, id } = visit;
  requireReader(caller, id);
  const wanted = statusesIn(visit);
  const stories = await list(world, "story", { where: { page_id: id }, limit: LIST_MAX });
  const shown = stories.filter((story) => story.visible_at <= shownUntil(visit) && wanted.includes(statusOf(story, world.now())));
  return answer(visit, shown.sort(latestFirst), (story) => storyNode(visit, story));
}

function storyNode({ world }: Visit, story: Stored<"story">): GraphNode {
  return {
    type: "Stories",
    id: story.id,
    defaults: ["post_id", "status", "creation_time", "media_type", "media_id", "url"],
    fields: {
      post_id: () => story.id,
      status: () => statusOf(story, world.now()),
      creation_time: () => String(epochSeconds(story.visible_at)),
      media_type: () => story.media_type,
      media_id: () => story.media_id,
      url: () => storyUrl(world, story.id),
    },
  };
}

interface Item {
  readonly id: string;
  readonly visible_at: string | null;
}

async function answer<One extends Item>(visit: Visit, items: readonly One[], nodeOf: (item: One) => GraphNode): Promise<unknown> {
  const { call } = visit;
  const fields = textIn(call, "fields");
  const asked = { limit: textIn(call, "limit"), after: textIn(call, "after"), before: textIn(call, "before") };
  const page = pageOf(withinTimes(visit, items), asked);
  const data = await Promise.all(page.items.map((item) => showNode(nodeOf(item), fields)));
  return pageBody(page, data, addressOf(visit.world, visit.request));
}

function withinTimes<One extends Item>({ call }: Visit, items: readonly One[]): One[] {
  const [since, until] = [secondsIn(call, "since"), secondsIn(call, "until")];
  return items.filter(({ visible_at }) => {
    const time = epochSeconds(visible_at ?? "");
    return time >= (since ?? 0) && time <= (until ?? Number.POSITIVE_INFINITY);
  });
}

function shownUntil({ world, request }: Visit): Instant {
  return addSeconds(world.now(), -listsLateSeconds(request));
}

function statusOf(story: Stored<"story">, now: Instant): "PUBLISHED" | "ARCHIVED" {
  return epochSeconds(story.visible_at) + STORY_SECONDS > epochSeconds(now) ? "PUBLISHED" : "ARCHIVED";
}

/** One name, names with commas, or a list of them; all without any. */
function statusesIn({ call }: Visit): string[] {
  const given = call.values.status;
  const names = typeof given === "string" && !given.startsWith("[") ? given.split(",") : (listIn(call, "status") ?? []);
  const statuses = names.map((name) => String(name).toUpperCase());
  if (statuses.some((status) => status !== "PUBLISHED" && status !== "ARCHIVED")) {
    throw invalidParameter("Param status must be one of {ARCHIVED, PUBLISHED}");
  }
  return statuses.length === 0 ? ["PUBLISHED", "ARCHIVED"] : statuses;
}
