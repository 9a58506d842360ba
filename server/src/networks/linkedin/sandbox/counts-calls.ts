import { reactionsOn } from "../../sandbox/kit/feed.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Visit } from "./caller.ts";
import { mayActFor, READING_COMMENTS, READING_STATISTICS, requireScope } from "./caller.ts";
import { find, LIST_MAX, list, type Stored } from "./model.ts";
import { requirePost } from "./posts.ts";
import { badArgument, missingPermission } from "./refusals.ts";
import { queryOf } from "./restli.ts";
import { keyIn, organizationIn, personUrn } from "./urns.ts";

export interface Counts {
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
}

/** What readers did with a post. */
export async function countsOf(world: SandboxWorld, on: string): Promise<Counts> {
  const comments = await list(world, "comment", { where: { on }, limit: LIST_MAX });
  return { ...(await reactionsOn(world, on)), comments: comments.length };
}

/**
 * `GET /rest/socialMetadata/{urn}`.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/social-metadata-api (2026-11)
 */
export async function readSocialMetadata({ world, request, caller, resource, key }: Visit): Promise<unknown> {
  queryOf(request, []);
  const { id, author } = await requirePost(world, key);
  if (!(await mayActFor(world, caller, { author, deed: READING_COMMENTS, resource }))) throw missingPermission(resource);
  const { likes, comments } = await countsOf(world, id);
  return {
    reactionSummaries: likes === 0 ? {} : { LIKE: { reactionType: "LIKE", count: likes } },
    commentSummary: { count: comments, topLevelCount: comments },
    commentsState: "OPEN",
    entity: id,
  };
}

/** `GET /rest/organizationalEntityShareStatistics` of single posts. What is not the organization's own is left out. */
export async function readShareStatistics({ world, request, caller, resource }: Visit): Promise<unknown> {
  const query = queryOf(request, ["q", "organizationalEntity", "shares", "ugcPosts"]);
  if (query.required("q") !== "organizationalEntity") throw badArgument("There is no such finder");
  const author = query.required("organizationalEntity");
  if (organizationIn(author) === null) throw badArgument("The organizational entity must be an organization");
  if (!(await mayActFor(world, caller, { author, deed: READING_STATISTICS, resource }))) throw missingPermission(resource);
  const wanted = (["share", "ugcPost"] as const).flatMap((field) =>
    query.list(`${field}s`).map((urn) => {
      if (keyIn(urn, field) === null) throw badArgument(`${urn} is not a ${field}`);
      return { urn, field };
    }),
  );
  if (wanted.length === 0) throw badArgument("Either shares or ugcPosts are required");
  const found = await Promise.all(wanted.map(async ({ urn, field }) => ({ field, post: await find(world, "post", urn) })));
  const own = found.filter(({ post }) => post !== null && post.author === author);
  const elements = await Promise.all(own.map(({ field, post }) => statisticsOf(world, field, post)));
  return { paging: { start: 0, count: wanted.length, links: [] }, elements: elements.filter((one) => one !== null) };
}

async function statisticsOf(world: SandboxWorld, field: string, post: Stored<"post"> | null) {
  if (post === null) return null;
  const { likes, comments, shares } = await countsOf(world, post.id);
  // Nobody reads here unseen: an impression for each reaction.
  const impressions = likes + comments + shares;
  return {
    organizationalEntity: post.author,
    [field]: post.id,
    totalShareStatistics: {
      shareCount: shares,
      likeCount: likes,
      commentCount: comments,
      clickCount: 0,
      impressionCount: impressions,
      uniqueImpressionsCount: impressions,
      engagement: impressions === 0 ? 0 : 1,
    },
  };
}

/** The version that made the metric's name a text, by the vendor's list of changes (2026-07). */
const PLAIN_METRICS_SINCE = "20260501";

const METRICS: Readonly<Record<string, (counts: Counts) => number>> = {
  REACTION: ({ likes }) => likes,
  COMMENT: ({ comments }) => comments,
  RESHARE: ({ shares }) => shares,
  IMPRESSION: ({ likes, comments, shares }) => likes + comments + shares,
  MEMBERS_REACHED: ({ likes, comments, shares }) => likes + comments + shares,
};

/**
 * `GET /rest/memberCreatorPostAnalytics` of one post of the caller's own.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/members/post-statistics (2026-11)
 */
export async function readMemberAnalytics({ world, request, caller, resource, version }: Visit): Promise<unknown> {
  requireScope(caller, ["r_member_postAnalytics"], resource);
  const query = queryOf(request, ["q", "entity", "queryType", "aggregation"]);
  if (query.required("q") !== "entity") throw badArgument("There is no such finder");
  const metric = query.required("queryType");
  const count = Object.hasOwn(METRICS, metric) ? METRICS[metric] : undefined;
  if (count === undefined || (query.text("aggregation") ?? "TOTAL") !== "TOTAL") throw badArgument("There is no such metric");
  const { key, value: urn } = query.union("entity");
  if (keyIn(urn, { share: "share", ugc: "ugcPost" }[key] ?? "-") === null) throw badArgument(`${urn} is not a ${key}`);
  const post = await requirePost(world, urn);
  if (post.author !== personUrn(caller.person.id)) throw missingPermission(resource);
  const metricType = version !== null && version >= PLAIN_METRICS_SINCE ? metric : { "com.linkedin.postanalytics.MetricType": metric };
  const element = { count: count(await countsOf(world, urn)), metricType, targetEntity: { [key]: urn } };
  return { paging: { start: 0, count: 10, links: [] }, elements: [element] };
}
