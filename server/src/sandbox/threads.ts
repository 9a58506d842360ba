import type { SandboxPost } from "./network.ts";

/** A post with its answers below it, as a page shows a conversation. */
export interface SandboxThread {
  readonly post: SandboxPost;
  /** Oldest first. */
  readonly replies: readonly SandboxThread[];
}

/** Conversations of a feed, the newest beginning first. An answer whose parent is not in the feed begins one itself. */
export function threadsOf(newestFirst: readonly SandboxPost[]): SandboxThread[] {
  const known = new Set(newestFirst.map((post) => post.id));
  const answers = Map.groupBy(newestFirst.toReversed(), (post) => post.replyTo ?? "");
  // A post that answers itself, or two that answer each other, would be a branch without an end.
  const seen = new Set<string>();
  const grow = (post: SandboxPost): SandboxThread => {
    seen.add(post.id);
    return { post, replies: (answers.get(post.id) ?? []).filter(({ id }) => !seen.has(id)).map(grow) };
  };
  return newestFirst.filter(({ replyTo }) => replyTo === null || !known.has(replyTo)).map(grow);
}

/** The conversation below one post of the feed; null when the feed has no such post. */
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
