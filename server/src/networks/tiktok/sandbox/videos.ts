import { addSeconds, toEpochMilliseconds, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { reactionsOn } from "../../sandbox/kit/feed.ts";
import { words } from "../../sandbox/kit/names.ts";
import { type Asked, type Call, readBody, readFields } from "./calls.ts";
import { find, LIST_MAX, list, permalinkOf, portraitUrl } from "./model.ts";
import { isPublic, type PublicPost } from "./publishes.ts";

const COUNT_MAX = 20;
const Page = z.object({ max_count: z.int().min(1).max(COUNT_MAX).default(10), cursor: z.int().min(0).optional() });
const Query = z.object({ filters: z.object({ video_ids: z.array(z.string()).min(1).max(COUNT_MAX) }) });
const FIELDS = words(`
  id create_time cover_image_url share_url video_description duration height width title like_count comment_count share_count
  view_count
`);

/** https://developers.tiktok.com/doc/tiktok-api-v2-video-list, -video-query and -video-object (2026-11): public videos alone. */
export const VIDEO_CALLS: readonly Call[] = [
  { method: "POST", path: "/v2/video/list/", rate: "list", scopes: ["video.list"], run: listVideos },
  { method: "POST", path: "/v2/video/query/", rate: "query", scopes: ["video.list"], run: queryVideos },
];

async function listVideos(asked: Asked): Promise<Record<string, unknown>> {
  const fields = readFields(asked, FIELDS);
  const { max_count, cursor = Number.POSITIVE_INFINITY } = readBody(asked, Page);
  const posts = (await listedPosts(asked)).filter((post) => placeOf(post) < cursor);
  const page = posts.slice(0, max_count);
  const last = page.at(-1);
  return {
    videos: await videosOf(asked, { fields, posts: page.map((post) => ({ id: post.received.post_id, post })) }),
    cursor: last === undefined ? 0 : placeOf(last),
    has_more: posts.length > page.length,
  };
}

/** Ids that are not the creator's own public posts are left out. */
async function queryVideos(asked: Asked): Promise<Record<string, unknown>> {
  const { world, account } = asked;
  const fields = readFields(asked, FIELDS);
  const { filters } = readBody(asked, Query);
  const found = await Promise.all(
    filters.video_ids.map(async (id) => {
      const publishId = (await find(world, "post", id))?.publish_id ?? "";
      return { id, post: await find(world, "publish", publishId) };
    }),
  );
  const posts = found.flatMap(({ id, post }) =>
    post !== null && post.account_id === account.id && isPublic(world, post) ? [{ id, post }] : [],
  );
  return { videos: await videosOf(asked, { fields, posts }) };
}

/** Newest first. */
async function listedPosts({ world, request, settings, account }: Asked): Promise<PublicPost[]> {
  const lateSeconds = settings.listed_after_seconds + listsLateSeconds(request);
  const listedFrom = addSeconds(world.now(), -lateSeconds);
  const own = await list(world, "publish", { where: { account_id: account.id }, limit: LIST_MAX });
  return own
    .filter((publish) => isPublic(world, publish))
    .filter(({ media, received }) => (settings.lists_photos || media === "video") && received.processing.ready_at <= listedFrom)
    .sort((a, b) => placeOf(b) - placeOf(a));
}

/**
 * Where a post is in lists, as the cursor says it: the milliseconds of its creation. Those within its second come from its id, so
 * that posts of one moment, of which a clock that stands still has many, are on one page each.
 */
function placeOf({ received }: PublicPost): number {
  return createdSeconds(received.processing.ready_at) * 1000 + Number(BigInt(received.post_id) % 1000n);
}

function createdSeconds(at: string): number {
  return Math.floor(toEpochMilliseconds(toInstant(at)) / 1000);
}

interface Wanted {
  readonly fields: readonly string[];
  readonly posts: readonly { readonly id: string; readonly post: PublicPost }[];
}

async function videosOf(asked: Asked, { fields, posts }: Wanted): Promise<Record<string, unknown>[]> {
  const videos = await Promise.all(posts.map(({ id, post }) => videoOf(asked, id, post)));
  return videos.map((video) => Object.fromEntries(Object.entries(video).filter(([name]) => fields.includes(name))));
}

/** Unverified: how `title` and `video_description` share the texts of a post. */
async function videoOf({ world, account }: Asked, id: string, post: PublicPost) {
  const { likes, shares, views } = await reactionsOn(world, post.id);
  const { length: comments } = await list(world, "comment", { where: { publish_id: post.id }, limit: LIST_MAX });
  const { title, description, media, received } = post;
  const facts = received.files[0]?.facts ?? null;
  return {
    id,
    create_time: createdSeconds(received.processing.ready_at),
    cover_image_url: portraitUrl(world),
    share_url: permalinkOf(world, account.username, id),
    video_description: media === "video" ? title : description,
    duration: Math.round(facts?.seconds ?? 0),
    height: facts?.height ?? 0,
    width: facts?.width ?? 0,
    title,
    like_count: likes,
    comment_count: comments,
    share_count: shares,
    // Whoever reacts to a post has seen it.
    view_count: views + likes + shares + comments,
  };
}
