import { isCalled, PEOPLE } from "../kit/people.ts";
import type { SandboxWorld } from "../network.ts";
import { accountOf, namesOf } from "./accounts.ts";
import { type Asked, type Method, pageLength, required } from "./methods.ts";
import { find, list, type Stored } from "./model.ts";
import { POSTS } from "./records.ts";
import { invalidRequest, Refusal } from "./refusal.ts";
import { postView } from "./view.ts";

const URIS_MAX = 25;
const REPLIES_MAX = 100;
const DEPTH_MAX = 6;

/** `app.bsky.feed.*`: public reads. */
export const feedMethods: Record<string, Method> = {
  "app.bsky.feed.getPosts": { verb: "GET", run: getPosts },
  "app.bsky.feed.getPostThread": { verb: "GET", run: getPostThread },
  "app.bsky.feed.getAuthorFeed": { verb: "GET", run: getAuthorFeed },
  "app.bsky.actor.getProfile": { verb: "GET", run: getProfile },
  "app.bsky.actor.searchActorsTypeahead": { verb: "GET", run: searchActors },
};

/** Deleted posts are simply absent. */
async function getPosts({ world, all }: Asked): Promise<unknown> {
  const uris = all("uris");
  if (uris.length === 0 || uris.length > URIS_MAX) throw invalidRequest(`Params/uris must have 1 to ${URIS_MAX} elements`);
  const found = await Promise.all(uris.map((uri) => find(world, "record", uri)));
  const posts = found.filter((record) => record !== null && record.collection === POSTS);
  return { posts: await Promise.all(posts.filter((record) => record !== null).map((record) => postView(world, record))) };
}

async function getPostThread(asked: Asked): Promise<unknown> {
  const uri = required(asked, "uri");
  const record = await find(asked.world, "record", uri);
  if (record === null) throw new Refusal(400, "NotFound", `Post not found: ${uri}`);
  return { thread: await threadView(asked.world, record, DEPTH_MAX) };
}

async function getAuthorFeed(asked: Asked): Promise<unknown> {
  const account = await accountOf(asked.world, required(asked, "actor"));
  if (account === null) throw invalidRequest("Profile not found");
  const limit = pageLength(asked);
  const posts = await list(asked.world, "record", { where: { did: account.id, collection: POSTS }, limit });
  return { feed: await Promise.all(posts.map(async (record) => ({ post: await postView(asked.world, record) }))) };
}

/** Nobody here has filled in a profile. */
async function getProfile(asked: Asked): Promise<unknown> {
  const account = await accountOf(asked.world, required(asked, "actor"));
  if (account === null) throw invalidRequest("Profile not found");
  return { did: account.id, handle: account.handle };
}

const ACTORS_DEFAULT = 10;

async function searchActors(asked: Asked): Promise<unknown> {
  const { q = "" } = asked.parameters;
  const found = PEOPLE.map((name) => ({ name, ...namesOf(name) })).filter(({ name, handle }) => isCalled(q, name, handle));
  const limit = asked.parameters.limit === undefined ? ACTORS_DEFAULT : pageLength(asked);
  return { actors: found.slice(0, limit).map(({ name, did, handle }) => ({ did, handle, displayName: name })) };
}

async function threadView(world: SandboxWorld, record: Stored<"record">, depth: number): Promise<unknown> {
  const answers = depth === 0 ? [] : await list(world, "record", { where: { collection: POSTS, parent: record.id }, limit: REPLIES_MAX });
  const replies = await Promise.all(answers.toReversed().map((answer) => threadView(world, answer, depth - 1)));
  return { $type: "app.bsky.feed.defs#threadViewPost", post: await postView(world, record), replies };
}
