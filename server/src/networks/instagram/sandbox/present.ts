import type { Asked } from "../../sandbox/meta/node.ts";
import { type GraphNode, showSelected } from "../../sandbox/meta/node.ts";
import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import { listIn, requiredText } from "../../sandbox/meta/request.ts";
import { printTime } from "../../sandbox/meta/times.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Door } from "./accounts.ts";
import { requireRight, type Visit } from "./accounts.ts";
import type { ContainerState } from "./containers.ts";
import { find, known, type Stored, shortcodeOf } from "./model.ts";
import { commentsOn, fileUrl, type Post, permalinkOf, postsOf, reachablePost } from "./posts.ts";
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

/**
 * A post, or an item of a carousel, which has no counts of its own.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/instagram-media (2026-06)
 */
export function mediaNode(viewer: Viewer, post: Post): GraphNode {
  const { world, settings, door } = viewer;
  const { kind, content, file } = post;
  const author = () => known(world, "account", post.account_id);
  const isItem = kind === "item";
  const caption = { caption: () => content.caption || undefined };
  return {
    type: "IGMedia",
    id: post.id,
    defaults: [],
    fields: {
      ...(door === "facebook" || !settings.caption_needs_facebook ? caption : {}),
      alt_text: () => content.alt_text || undefined,
      comments_count: async () => (isItem ? undefined : (await commentsOn(world, post.id)).length),
      like_count: async () => (isItem || (await author()).hides_likes ? undefined : post.likes),
      view_count: () => (kind === "reel" ? post.views : undefined),
      media_type: () => (kind === "carousel" ? "CAROUSEL_ALBUM" : file?.mime.startsWith("video/") ? "VIDEO" : "IMAGE"),
      media_product_type: () => (kind === "reel" ? "REELS" : kind === "story" ? "STORY" : "FEED"),
      media_url: () => (file === null ? undefined : fileUrl(world, file)),
      thumbnail_url: () => (content.cover === null ? undefined : fileUrl(world, content.cover)),
      permalink: async () => permalinkOf(world, post, await author()),
      shortcode: () => shortcodeOf(post.id),
      timestamp: () => printTime(post.createdAt),
      username: async () => (await author()).username,
      owner: () => ({ id: post.account_id }),
      is_comment_enabled: () => !isItem && kind !== "story",
      is_shared_to_feed: () => (kind === "reel" ? content.share_to_feed : undefined),
      children: async (asked) => (kind === "carousel" ? { data: await itemsOf(viewer, post, asked) } : undefined),
    },
  };
}

export function commentNode(viewer: Viewer, comment: Stored<"comment">): GraphNode {
  const { world } = viewer;
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
      parent_id: () => comment.parent_id ?? undefined,
      media: () => ({ id: comment.media_id }),
      replies: async ({ nested }) => {
        const replies = (await commentsOn(world, comment.media_id)).filter(({ parent_id }) => parent_id === comment.id);
        return replies.length === 0
          ? undefined
          : { data: await Promise.all(replies.map((reply) => showSelected(commentNode(viewer, reply), nested))) };
      },
    },
  };
}

async function itemsOf(viewer: Viewer, post: Post, { nested }: Asked): Promise<Record<string, unknown>[]> {
  const items = await Promise.all(post.children.map((id) => find(viewer.world, "carousel_item", id)));
  return Promise.all(items.filter((item) => item !== null).map((item) => showSelected(mediaNode(viewer, item), nested)));
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
  if (post.kind === "item") throw invalidParameter("Insights are not available for media in a carousel");
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

async function valuesOf(visit: Visit, post: Post): Promise<Readonly<Record<Metric, number>>> {
  const { likes, shares, saves: saved, views } = post;
  const comments = (await commentsOn(visit.world, post.id)).length;
  const total = likes + shares + saved + comments;
  return { likes, comments, shares, saved, views, reach: views, replies: comments, navigation: 0, total_interactions: total };
}
