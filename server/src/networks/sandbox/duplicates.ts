import type { SandboxPost } from "./network.ts";

/** Returns which of these ids and URLs the service knows as posts it published. */
export type KnownPosts = (idsAndUrls: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Counts the unintended duplicates in a feed: of an account's posts with the same text and media in the same place, all but
 * those the service knows as its own and all but one. So a deliberate republication is not a duplicate, and a post sent
 * twice for one delivery is. Replies count if they are the author's own, such as the rest of a thread or the automatic
 * comment; readers may repeat themselves.
 */
export async function countDuplicates(feed: readonly SandboxPost[], known: KnownPosts): Promise<number> {
  const rootOf = rootsOf(feed);
  const own = feed.filter((post) => rootOf(post)?.author === post.author);
  const groups = [...Map.groupBy(own, likenessOf).values()].filter((group) => group.length > 1);
  if (groups.length === 0) return 0;
  const wanted = await known(groups.flat().flatMap(({ id, url }) => [id, url]));
  const extra = groups.map((group) => group.length - Math.max(1, group.filter(({ id, url }) => wanted.has(id) || wanted.has(url)).length));
  return extra.reduce((sum, count) => sum + count, 0);
}

/** Files get a new URL with every upload; their kind and description stay the same. */
function likenessOf({ author, text, replyTo, media }: SandboxPost): string {
  return JSON.stringify([author, text, replyTo, media.map(({ mime, alt, digest }) => [mime, alt, digest])]);
}

/**
 * The post at the top of the conversation; null if the feed does not reach back to it. Results are cached on the way up, and
 * no post is visited twice: replies may form a circle.
 */
function rootsOf(feed: readonly SandboxPost[]): (post: SandboxPost) => SandboxPost | null {
  const byId = new Map(feed.map((post) => [post.id, post]));
  const roots = new Map<string, SandboxPost | null>();
  return (post) => {
    const way: string[] = [];
    let at: SandboxPost | null = post;
    while (at !== null && at.replyTo !== null && !roots.has(at.id)) {
      way.push(at.id);
      roots.set(at.id, null);
      at = byId.get(at.replyTo) ?? null;
    }
    const root = at === null ? null : (roots.get(at.id) ?? (at.replyTo === null ? at : null));
    for (const id of way) roots.set(id, root);
    return root;
  };
}
