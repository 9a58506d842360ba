import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Asked } from "./calls.ts";
import { find, LIST_MAX, list, type Stored } from "./model.ts";
import { type Choice, listed, type Query, readChoice, readQuery, VOCABULARY } from "./names.ts";
import { findPost } from "./posts.ts";
import { mediaObject, pollObject, postObject } from "./present.ts";
import { CLIENT_FORBIDDEN, invalidRequest, notFoundProblem, UNAUTHORIZED } from "./refusals.ts";
import { userObject } from "./users.ts";

const IDS_MAX = 100;
const RESULTS_DEFAULT = 10;
/** No list reaches further back. https://docs.x.com/x-api/posts/timelines/introduction (2026-08) */
const REACH = 3200;
const REACH_WITHOUT_REPLIES = 800;
const START_MIN = Date.parse("2010-11-06T00:00:00Z");

/** `GET /2/tweets`: posts by id. What is not there comes as an error, in a response with status 200. */
export async function getPosts(asked: Asked): Promise<unknown> {
  const query = readQuery(asked.request.query, ["ids"], asked.settings);
  const ids = (query.ids ?? "").split(",");
  const isList = ids.length <= IDS_MAX && ids.every(isId);
  if (!isList) throw invalidRequest({ ids: [query.ids ?? ""] }, "The `ids` query parameter must have 1 to 100 ids");
  const found = await Promise.all(ids.map(async (id) => ({ id, post: await findPost(asked.world, id) })));
  const errors = found.filter(({ post }) => post === null).map(({ id }) => notFoundProblem({ type: "tweet", parameter: "ids", id }));
  const posts = found.flatMap(({ post }) => (post === null ? [] : [post]));
  return { ...(await shown(asked, posts, readChoice(query, asked.settings))), ...(errors.length === 0 ? {} : { errors }) };
}

/** `GET /2/tweets/{id}`. */
export async function getPost(asked: Asked): Promise<unknown> {
  const choice = readChoice(readQuery(asked.request.query, [], asked.settings), asked.settings);
  const post = await findPost(asked.world, asked.id);
  if (post === null) return { errors: [notFoundProblem({ type: "tweet", parameter: "id", id: asked.id })] };
  const { data: [data] = [], includes } = await shown(asked, [post], choice);
  return includes === undefined ? { data } : { data, includes };
}

const OWN_PARAMETERS = ["max_results", "pagination_token", "start_time", "end_time", "since_id", "until_id", "exclude"];

/** `GET /2/users/{id}/tweets`: an account's posts and replies, newest first. */
export async function getTimeline(asked: Asked): Promise<unknown> {
  const { world, request, settings, id } = asked;
  if (settings.timelines !== "open") throw new Refusal(settings.timelines === "forbidden" ? CLIENT_FORBIDDEN : UNAUTHORIZED);
  const query = readQuery(request.query, OWN_PARAMETERS, settings);
  const choice = readChoice(query, settings);
  const wanted = readWanted(query);
  if ((await find(world, "account", id)) === null) return { errors: [notFoundProblem({ type: "user", parameter: "id", id })] };
  const shownUntil = addSeconds(world.now(), -Math.max(listsLateSeconds(request), settings.timeline_late_seconds));
  const all = (await list(world, "post", { where: { account_id: id }, limit: LIST_MAX }))
    .filter((post) => !post.deleted && post.createdAt <= shownUntil)
    .slice(0, wanted.withReplies ? REACH : REACH_WITHOUT_REPLIES)
    .filter(wanted.isIn);
  const begin = wanted.after === null ? 0 : all.findIndex((post) => BigInt(post.id) < BigInt(wanted.after ?? 0));
  const page = begin === -1 ? [] : all.slice(begin, begin + wanted.max);
  const isMore = begin !== -1 && begin + wanted.max < all.length;
  const [newest, oldest] = [page[0], page.at(-1)];
  const meta = {
    result_count: page.length,
    ...(newest === undefined || oldest === undefined ? {} : { newest_id: newest.id, oldest_id: oldest.id }),
    ...(isMore && oldest !== undefined ? { next_token: tokenFor(oldest.id) } : {}),
  };
  return { ...(await shown(asked, page, choice)), meta };
}

interface Shown {
  readonly data?: readonly Record<string, unknown>[];
  readonly includes?: Readonly<Record<string, unknown>>;
}

/** The posts with what the expansions bring; no `data` if there are none. */
async function shown(asked: Asked, posts: readonly Stored<"post">[], choice: Choice): Promise<Shown> {
  if (posts.length === 0) return {};
  const { world } = asked;
  const data = await Promise.all(posts.map((post) => postObject(world, post, choice)));
  const includes = await included(asked, posts, choice);
  return Object.keys(includes).length === 0 ? { data } : { data, includes };
}

async function included(asked: Asked, posts: readonly Stored<"post">[], choice: Choice): Promise<Record<string, unknown>> {
  const { world } = asked;
  const wants = (...paths: readonly string[]) => paths.some((path) => choice.expansions.includes(path));
  const media = wants("attachments.media_keys") ? posts.flatMap((post) => post.media) : [];
  const polls = wants("attachments.poll_ids") ? posts.flatMap(({ poll }) => poll ?? []) : [];
  const authors = wants("author_id") ? await accountsOf(world, posts) : [];
  const references = wants("referenced_tweets.id", "referenced_posts") ? posts.flatMap(({ parent, quoted }) => [parent, quoted]) : [];
  const referenced = await Promise.all(distinct(references).map((id) => findPost(world, id)));
  const objects: Record<string, readonly unknown[]> = {
    media: await Promise.all(media.map((one) => mediaObject(world, one, choice))),
    polls: await Promise.all(polls.map((poll) => pollObject(world, poll, choice))),
    users: await Promise.all(authors.map((user) => userObject(asked, user, choice))),
    [VOCABULARY[choice.names].included]: await Promise.all(
      referenced.filter((post) => post !== null).map((post) => postObject(world, post, choice)),
    ),
  };
  return Object.fromEntries(Object.entries(objects).filter(([, found]) => found.length > 0));
}

async function accountsOf(world: SandboxWorld, posts: readonly Stored<"post">[]): Promise<Stored<"account">[]> {
  const found = await Promise.all(distinct(posts.map(({ account_id }) => account_id)).map((id) => find(world, "account", id)));
  return found.filter((account) => account !== null);
}

/** What the query of a timeline asks for. */
interface Wanted {
  readonly max: number;
  /** The page begins with what is older than this post. */
  readonly after: string | null;
  readonly withReplies: boolean;
  isIn(post: Stored<"post">): boolean;
}

function readWanted(query: Query): Wanted {
  const max = query.max_results ?? String(RESULTS_DEFAULT);
  if (!/^\d{1,3}$/.test(max) || Number(max) < 5 || Number(max) > 100) {
    throw invalidRequest({ max_results: [max] }, `The \`max_results\` query parameter value [${max}] is not between 5 and 100`);
  }
  const start = timeIn(query, "start_time");
  const end = timeIn(query, "end_time");
  const since = idIn(query, "since_id");
  const until = idIn(query, "until_id");
  const excluded = listed(query, "exclude", ["replies", "retweets"]);
  return {
    max: Number(max),
    after: query.pagination_token === undefined ? null : idOfToken(query.pagination_token),
    withReplies: !excluded.includes("replies"),
    isIn(post) {
      const at = toEpochMilliseconds(post.createdAt);
      const isBetween = (start === null || at >= start) && (end === null || at < end);
      const isBeyond = (since !== null && BigInt(post.id) <= since) || (until !== null && BigInt(post.id) >= until);
      return isBetween && !isBeyond && !(excluded.includes("replies") && post.parent !== "");
    },
  };
}

/** Milliseconds; null if it is not given. */
function timeIn(query: Query, name: string): number | null {
  const text = query[name];
  if (text === undefined) return null;
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw invalidRequest({ [name]: [text] }, `The \`${name}\` query parameter value [${text}] is not a valid date-time`);
  if (at < START_MIN) throw invalidRequest({ [name]: [text] }, `Invalid '${name}':'${text}'. '${name}' must be on or after 2010-11-06`);
  return at;
}

function idIn(query: Query, name: string): bigint | null {
  const text = query[name];
  if (text === undefined) return null;
  if (!isId(text)) throw invalidRequest({ [name]: [text] }, `The \`${name}\` query parameter value [${text}] does not match ^[0-9]{1,19}$`);
  return BigInt(text);
}

function isId(text: string): boolean {
  return /^\d{1,19}$/.test(text);
}

function tokenFor(postId: string): string {
  return BigInt(postId).toString(32);
}

function idOfToken(token: string): string {
  const id = /^[0-9a-v]{1,13}$/.test(token) ? [...token].reduce((sum, digit) => sum * 32n + BigInt(Number.parseInt(digit, 32)), 0n) : null;
  if (id === null)
    throw invalidRequest({ pagination_token: [token] }, `The \`pagination_token\` query parameter value [${token}] is not valid`);
  return String(id);
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)].filter((id) => id !== "");
}
