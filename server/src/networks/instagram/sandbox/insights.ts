import { invalidParameter } from "../../sandbox/meta/refusal.ts";
import { listIn, requiredText } from "../../sandbox/meta/request.ts";
import { reachablePost } from "./comments.ts";
import { commentsOn, type Post } from "./posts.ts";
import { denied } from "./refusals.ts";
import { requireRight, type Visit } from "./visit.ts";

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
