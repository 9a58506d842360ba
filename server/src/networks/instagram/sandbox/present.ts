import type { GraphNode } from "../../sandbox/meta/node.ts";
import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import { listIn, requiredText } from "../../sandbox/meta/request.ts";
import { printTime } from "../../sandbox/meta/times.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Door } from "./accounts.ts";
import { requireRight, type Visit } from "./accounts.ts";
import type { ContainerState } from "./containers.ts";
import { known, type Stored, shortcodeOf } from "./model.ts";
import { commentsOn, permalinkOf, postsOf, reachablePost } from "./posts.ts";
import { denied } from "./refusals.ts";
import type { Settings } from "./settings.ts";

/** Whose eyes an object is shown to. */
export interface Viewer {
  readonly world: SandboxWorld;
  readonly settings: Settings;
  readonly door: Door;
}

export function containerNode(container: Stored<"container">, state: ContainerState, settings: Settings): GraphNode {
  const isSilent = state.code === "ERROR" && settings.errors_without_status_code;
  return {
    type: "IGMediaBuilder",
    id: container.id,
    defaults: [],
    fields: { status_code: () => (isSilent ? undefined : state.code), status: () => state.text },
  };
}

/** Accounts have no picture here. `id` is what the caller knows the account by. */
export function accountNode({ world, door }: Omit<Viewer, "settings">, account: Stored<"account">, id = account.id): GraphNode {
  const own = door === "instagram" ? { user_id: () => account.id, account_type: () => account.account_type } : {};
  return {
    type: "IGUser",
    id,
    defaults: [],
    fields: {
      username: () => account.username,
      name: () => account.name,
      biography: () => undefined,
      website: () => undefined,
      profile_picture_url: () => undefined,
      has_profile_pic: () => false,
      followers_count: () => 0,
      follows_count: () => 0,
      media_count: async () => (await postsOf(world, account.id)).filter(({ kind }) => kind !== "story").length,
      ...own,
    },
  };
}

/** https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/instagram-media (2026-06) */
export function mediaNode({ world, settings, door }: Viewer, post: Stored<"media">): GraphNode {
  const { kind, content, file } = post;
  const author = () => known(world, "account", post.account_id);
  const caption = { caption: () => content.caption || undefined };
  return {
    type: "IGMedia",
    id: post.id,
    defaults: [],
    fields: {
      ...(door === "facebook" || !settings.caption_needs_facebook ? caption : {}),
      comments_count: async () => (await commentsOn(world, post.id)).length,
      like_count: async () => ((await author()).hides_likes ? undefined : post.likes),
      media_type: () => (kind === "carousel" ? "CAROUSEL_ALBUM" : file?.mime.startsWith("video/") ? "VIDEO" : "IMAGE"),
      media_product_type: () => (kind === "reel" ? "REELS" : kind === "story" ? "STORY" : "FEED"),
      permalink: async () => permalinkOf(world, post, await author()),
      shortcode: () => shortcodeOf(post.id),
      timestamp: () => printTime(post.createdAt),
    },
  };
}

export function commentNode(comment: Stored<"comment">): GraphNode {
  return {
    type: "IGComment",
    id: comment.id,
    defaults: ["timestamp", "text"],
    fields: {
      text: () => comment.text,
      timestamp: () => printTime(comment.createdAt),
      username: () => comment.username,
      from: () => ({ id: comment.account_id ?? undefined, username: comment.username }),
      like_count: () => comment.likes,
      hidden: () => false,
    },
  };
}

/**
 * What can be asked of which kind of media. `impressions` and `plays` ended with version 22.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/instagram-media/insights (2026-09)
 */
const POST_METRICS = ["likes", "comments", "shares", "saved", "reach", "views", "total_interactions"] as const;
const STORY_METRICS = ["replies", "shares", "navigation", "reach", "views", "total_interactions"] as const;
type Metric = (typeof POST_METRICS)[number] | (typeof STORY_METRICS)[number];

/** `GET /{media}/insights` */
export async function readInsights(visit: Visit, mediaId: string): Promise<Record<string, unknown>> {
  requireRight(visit, "insights");
  const post = await reachablePost(visit, mediaId);
  const viewersMin = post.kind === "story" ? visit.settings.story_viewers_min : 0;
  if (post.views < viewersMin) throw denied("Not enough viewers for the media to show insights");
  const offered: readonly Metric[] = post.kind === "story" ? STORY_METRICS : POST_METRICS;
  const values = await valuesOf(visit, post);
  const data = metricsIn(visit).map((name) => {
    const metric = offered.find((one) => one === name);
    if (metric === undefined) throw invalidParameter(`metric[0] must be one of the following values: ${offered.join(", ")}`);
    const [title, id] = [metric.replace("_", " "), `${post.id}/insights/${metric}/lifetime`];
    return { name: metric, period: "lifetime", values: [{ value: values[metric] }], title, description: title, id };
  });
  return { data };
}

function metricsIn({ call }: Visit): string[] {
  const { metric } = call.values;
  return typeof metric === "string" && !metric.startsWith("[")
    ? requiredText(call, "metric").split(",")
    : (listIn(call, "metric") ?? []).map(String);
}

async function valuesOf(visit: Visit, post: Stored<"media">): Promise<Readonly<Record<Metric, number>>> {
  const { likes, shares, saves: saved, views } = post;
  const comments = (await commentsOn(visit.world, post.id)).length;
  const total = likes + shares + saved + comments;
  return { likes, comments, shares, saved, views, reach: views, replies: comments, navigation: 0, total_interactions: total };
}
