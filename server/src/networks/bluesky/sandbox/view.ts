import { toInstant } from "@rostrum/contract/formats.ts";
import { OF_ITS_OWN } from "../../sandbox/kit/feed.ts";
import { isCalled, PEOPLE } from "../../sandbox/kit/names.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { accountOf, namesOf } from "./accounts.ts";
import { type Asked, type Method, pageLength, required } from "./methods.ts";
import { type BlobRef, find, known, LIKES, list, POSTS, REPOSTS, type Stored } from "./model.ts";
import { type PostRecord, readPost } from "./post-schema.ts";
import { invalidRequest } from "./refusal.ts";

const COUNT_MAX = 10_000;
export interface PostCounts {
  readonly likes: number;
  readonly reposts: number;
  readonly replies: number;
}

export async function countsOf(world: SandboxWorld, uri: string): Promise<PostCounts> {
  const [likes, reposts, replies] = await Promise.all([
    list(world, "record", { where: { collection: LIKES, subject: uri }, limit: COUNT_MAX }),
    list(world, "record", { where: { collection: REPOSTS, subject: uri }, limit: COUNT_MAX }),
    list(world, "record", { where: { collection: POSTS, parent: uri }, limit: COUNT_MAX }),
  ]);
  return { likes: likes.length, reposts: reposts.length, replies: replies.length };
}

/** `app.bsky.feed.defs#postView`, as far as clients read it. */
export async function postView(world: SandboxWorld, stored: Stored<"record">) {
  const { handle } = await known(world, "account", stored.did);
  const { likes, reposts, replies } = await countsOf(world, stored.id);
  return {
    uri: stored.id,
    cid: stored.cid,
    author: { did: stored.did, handle },
    record: stored.value,
    replyCount: replies,
    repostCount: reposts,
    likeCount: likes,
    quoteCount: 0,
    bookmarkCount: 0,
    indexedAt: `${stored.createdAt.slice(0, 23)}Z`,
  };
}

/** Posts as the sandbox's page shows them, leaving out unvalidated records that are not posts. */
export async function sandboxPosts(world: SandboxWorld, stored: readonly Stored<"record">[]): Promise<SandboxPost[]> {
  const posts = await Promise.all(stored.map((post) => sandboxPost(world, post)));
  return posts.filter((post) => post !== null);
}

async function sandboxPost(world: SandboxWorld, stored: Stored<"record">): Promise<SandboxPost | null> {
  const record = readPost(stored.value);
  if (record === null) return null;
  const { handle } = await known(world, "account", stored.did);
  const { likes, reposts, replies } = await countsOf(world, stored.id);
  const external = record.embed?.$type === "app.bsky.embed.external" ? record.embed.external : null;
  return {
    id: stored.id,
    author: `@${handle}`,
    text: record.text,
    url: permalink(world, stored),
    createdAt: toInstant(record.createdAt),
    ...OF_ITS_OWN,
    media: mediaOf(world, stored.did, record),
    card: external === null ? null : { url: external.uri, title: external.title, description: external.description },
    replyTo: stored.parent === "" ? null : stored.parent,
    counts: { likes, comments: replies, shares: reposts },
    links: linksOf(world, record),
  };
}

function permalink({ baseUrl }: SandboxWorld, { did, rkey }: { did: string; rkey: string }): string {
  return `${baseUrl}/profile/${did}/post/${rkey}`;
}

function mediaOf(world: SandboxWorld, did: string, { embed }: PostRecord): SandboxPost["media"] {
  const file = (blob: BlobRef, alt: string) => ({ url: `${world.baseUrl}/files/${did}/${blob.ref.$link}`, mime: blob.mimeType, alt });
  if (embed?.$type === "app.bsky.embed.images") return embed.images.map(({ image, alt }) => file(image, alt));
  if (embed?.$type === "app.bsky.embed.video") return [file(embed.video, embed.alt ?? "")];
  return [];
}

/** Facets count UTF-8 bytes, pages UTF-16 units. */
function linksOf(world: SandboxWorld, { text, facets = [] }: PostRecord): SandboxPost["links"] {
  const bytes = Buffer.from(text);
  return facets.flatMap(({ index, features }) => {
    const [feature] = features;
    if (feature === undefined) return [];
    const start = bytes.subarray(0, index.byteStart).toString().length;
    const end = start + bytes.subarray(index.byteStart, index.byteEnd).toString().length;
    return [{ start, end, href: hrefOf(world, feature) }];
  });
}

function hrefOf({ baseUrl }: SandboxWorld, feature: NonNullable<PostRecord["facets"]>[number]["features"][number]): string {
  if ("uri" in feature) return feature.uri;
  // Profiles and tags have no pages here; link to the feed.
  return `${baseUrl}/`;
}

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
