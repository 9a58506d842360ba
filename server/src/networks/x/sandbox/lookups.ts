import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { Asked } from "./calls.ts";
import { find, LIST_MAX, list, type Stored } from "./model.ts";
import { type Choice, listed, type Query, readChoice, readQuery, VOCABULARY } from "./names.ts";
import { postObject } from "./present.ts";
import { CLIENT_FORBIDDEN, invalidRequest, notFoundProblem, UNAUTHORIZED } from "./refusals.ts";

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
  const found = await Promise.all(ids.map(async (id) => ({ id, post: await find(asked.world, "post", id) })));
  const errors = found.filter(({ post }) => post === null).map(({ id }) => notFoundProblem({ type: "tweet", parameter: "ids", id }));
  const posts = found.flatMap(({ post }) => (post === null ? [] : [post]));
  return { ...(await shown(asked, posts, readChoice(query, asked.settings))), ...(errors.length === 0 ? {} : { errors }) };
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
    .filter((post) => post.createdAt <= shownUntil)
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

type Shown = Readonly<Partial<Record<"data" | "includes", unknown>>>;

/** The posts, and those that they refer to if that is asked for; no `data` if there are none. */
async function shown({ world }: Asked, posts: readonly Stored<"post">[], choice: Choice): Promise<Shown> {
  if (posts.length === 0) return {};
  const objects = (some: readonly Stored<"post">[]) => Promise.all(some.map((post) => postObject(world, post, choice)));
  const isAsked = choice.expansions.some((path) => path === "referenced_tweets.id" || path === "referenced_posts");
  const ids = new Set(isAsked ? posts.flatMap(({ parent, quoted }) => [parent, quoted]) : []);
  const found = await Promise.all([...ids].filter((id) => id !== "").map((id) => find(world, "post", id)));
  const referenced = found.filter((post) => post !== null);
  const data = await objects(posts);
  return referenced.length === 0 ? { data } : { data, includes: { [VOCABULARY[choice.names].included]: await objects(referenced) } };
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
