import type { SandboxReaction, SandboxWorld } from "../../sandbox/network.ts";
import { find, insert, LIST_MAX, list, type Stored } from "./model.ts";

export interface Reactions {
  readonly reactions: readonly Stored<"reaction">[];
  readonly comments: readonly Stored<"comment">[];
}

export interface Counts {
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
  readonly views: number;
}

export async function readReactions(world: SandboxWorld): Promise<Reactions> {
  const everything = { limit: LIST_MAX };
  const [reactions, comments] = await Promise.all([list(world, "reaction", everything), list(world, "comment", everything)]);
  return { reactions, comments };
}

/** Whoever reacts to a post has seen it. */
export function countsIn({ reactions, comments }: Reactions, publishId: string): Counts {
  const of = (kind: string) => reactions.filter((one) => one.publish_id === publishId && one.kind === kind).length;
  const [likes, shares, views] = [of("like"), of("share"), of("view")];
  const answers = comments.filter(({ publish_id }) => publish_id === publishId).length;
  return { likes, shares, comments: answers, views: views + likes + shares + answers };
}

/** A viewer does something with a post, by any of its ids, or answers a comment. */
export async function addReaction(
  world: SandboxWorld,
  postId: string,
  reaction: SandboxReaction | { readonly kind: "view" },
): Promise<void> {
  const answered = await find(world, "comment", postId);
  const publishId = answered?.publish_id ?? (await publishOf(world, postId));
  if (publishId === null) return;
  const id = await world.objects.nextId();
  if (reaction.kind !== "comment") {
    // Each click counts as another viewer's, so that counts can grow.
    await insert(world, "reaction", id, { publish_id: publishId, kind: reaction.kind });
    return;
  }
  await insert(world, "comment", id, { publish_id: publishId, on: answered?.id ?? "", text: reaction.text });
}

async function publishOf(world: SandboxWorld, postId: string): Promise<string | null> {
  const post = await find(world, "post", postId);
  if (post !== null) return post.publish_id;
  return (await find(world, "publish", postId))?.id ?? null;
}
