import { isCalled, PEOPLE } from "../../sandbox/kit/people.ts";
import { accountOf, namesOf } from "./accounts.ts";
import { type Asked, type Method, pageLength, required } from "./methods.ts";
import { find } from "./model.ts";
import { POSTS } from "./records.ts";
import { invalidRequest } from "./refusal.ts";
import { postView } from "./view.ts";

const URIS_MAX = 25;

/** `app.bsky.feed.*`: public reads. */
export const feedMethods: Record<string, Method> = {
  "app.bsky.feed.getPosts": { verb: "GET", run: getPosts },
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
