import type { SandboxPost } from "./network.ts";

/** Answers which of these ids and addresses the service knows as posts that it published. */
export type KnownPosts = (idsAndUrls: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * How many posts of a feed readers see although nobody wanted them: of posts of one account with the same text and media
 * in the same place, all but those that the service knows as its own, and all but one. So a post that is published again
 * on purpose is none, and one that was sent twice for one delivery is. Answers count when they are the author's own, such
 * as the rest of a thread or the automatic comment; readers may repeat themselves.
 */
export async function countDuplicates(feed: readonly SandboxPost[], known: KnownPosts): Promise<number> {
  const byId = new Map(feed.map((post) => [post.id, post]));
  const own = feed.filter((post) => rootOf(post, byId)?.author === post.author);
  const groups = [...Map.groupBy(own, likenessOf).values()].filter((group) => group.length > 1);
  if (groups.length === 0) return 0;
  const wanted = await known(groups.flat().flatMap(({ id, url }) => [id, url]));
  const extra = groups.map((group) => group.length - Math.max(1, group.filter(({ id, url }) => wanted.has(id) || wanted.has(url)).length));
  return extra.reduce((sum, count) => sum + count, 0);
}

/** Files get new addresses with every upload; their kind and description stay. */
function likenessOf({ author, text, replyTo, media }: SandboxPost): string {
  return JSON.stringify([author, text, replyTo, media.map(({ mime, alt }) => [mime, alt])]);
}

/** The post at the top of the conversation; null when the feed does not reach up to it. */
function rootOf(post: SandboxPost, byId: ReadonlyMap<string, SandboxPost>): SandboxPost | null {
  let root = post;
  while (root.replyTo !== null) {
    const above = byId.get(root.replyTo);
    if (above === undefined) return null;
    root = above;
  }
  return root;
}
