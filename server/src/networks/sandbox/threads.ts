import type { SandboxPost } from "./network.ts";

/** A post with its replies, as a page shows a conversation. */
export interface SandboxThread {
  readonly post: SandboxPost;
  /** Oldest first. */
  readonly replies: readonly SandboxThread[];
}

/** The conversations of a feed, by start, newest first. A reply whose parent is not in the feed starts one itself. */
export function threadsOf(newestFirst: readonly SandboxPost[]): SandboxThread[] {
  const known = new Set(newestFirst.map((post) => post.id));
  const answers = Map.groupBy(newestFirst.toReversed(), (post) => post.replyTo ?? "");
  // Prevents endless recursion on posts that reply to themselves or to each other.
  const seen = new Set<string>();
  const grow = (post: SandboxPost): SandboxThread => {
    seen.add(post.id);
    return { post, replies: (answers.get(post.id) ?? []).filter(({ id }) => !seen.has(id)).map(grow) };
  };
  return newestFirst.filter(({ replyTo }) => replyTo === null || !known.has(replyTo)).map(grow);
}

/** The conversation below one post of the feed; null if the feed has no such post. */
export function threadAt(newestFirst: readonly SandboxPost[], id: string): SandboxThread | null {
  const find = (threads: readonly SandboxThread[]): SandboxThread | null => {
    for (const thread of threads) {
      const found = thread.post.id === id ? thread : find(thread.replies);
      if (found !== null) return found;
    }
    return null;
  };
  return find(threadsOf(newestFirst));
}
