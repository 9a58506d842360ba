import type { SandboxReaction, SandboxWorld } from "../../sandbox/network.ts";
import { accountNamed } from "./accounts.ts";
import { find, type Stored } from "./model.ts";
import { createWrite, LIKES, POSTS, prepareWrite, REPOSTS } from "./records.ts";
import { nextTid } from "./tid.ts";

/** A reader likes, shares or replies: writes a record to a new reader's repository. Ignores deleted posts. */
export async function react(world: SandboxWorld, postUri: string, reaction: SandboxReaction): Promise<void> {
  const post = await find(world, "record", postUri);
  if (post === null || post.collection !== POSTS) return;
  const reader = await accountNamed(world, `reader-${await world.objects.nextId()}`);
  const order = { did: reader.id, rkey: nextTid(world.now()), validate: undefined };
  await createWrite(world, await prepareWrite(world, { ...order, ...recordOf(post, reaction, `${world.now().slice(0, 23)}Z`) }));
}

function recordOf(post: Stored<"record">, reaction: SandboxReaction, createdAt: string) {
  const subject = { uri: post.id, cid: post.cid };
  if (reaction.kind === "like") return { collection: LIKES, record: { subject, createdAt } };
  if (reaction.kind === "share") return { collection: REPOSTS, record: { subject, createdAt } };
  const root = rootOf(post) ?? subject;
  return { collection: POSTS, record: { text: reaction.text, createdAt, reply: { root, parent: subject } } };
}

function rootOf({ value }: Stored<"record">): unknown {
  const { reply } = value;
  return typeof reply === "object" && reply !== null && "root" in reply ? reply.root : undefined;
}
