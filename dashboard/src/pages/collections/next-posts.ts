import type { ForecastLine } from "@rostrum/contract/private/foresight.ts";
import type { Slot, Week } from "./week.ts";

/** What a slot publishes next. */
export interface NextPost {
  readonly postId: number;
  readonly post: string;
  /** In the brand's zone: `YYYY-MM-DD HH:MM`. */
  readonly local: string;
}

/**
 * What each slot publishes next, as far as the forecast goes. Several slots at one time publish the posts of that time one after the
 * other. A slot that has just moved is not in the forecast yet.
 */
export function nextPosts(week: Week, lines: readonly ForecastLine[], collectionId: number): ReadonlyMap<Slot, NextPost> {
  const leaving = new Map<string, Map<string, NextPost>>();
  for (const { collectionId: own, slot, local, postId, post } of lines) {
    if (own !== collectionId || slot === null || local === null) continue;
    const label = slot.toUpperCase();
    const posts = leaving.get(label) ?? new Map<string, NextPost>();
    posts.set(`${local} ${postId}`, posts.get(`${local} ${postId}`) ?? { postId, post, local });
    leaving.set(label, posts);
  }
  const used = new Map<string, number>();
  const next = new Map<Slot, NextPost>();
  for (const slot of week) {
    const label = `${slot.day} ${slot.time}`;
    const place = used.get(label) ?? 0;
    used.set(label, place + 1);
    const post = atPlace([...(leaving.get(label)?.values() ?? [])], place);
    if (post !== undefined) next.set(slot, post);
  }
  return next;
}

/** What leaves in that place of the first moment at which so many leave. */
function atPlace(posts: readonly NextPost[], place: number): NextPost | undefined {
  const moments = [...Map.groupBy(posts, ({ local }) => local)].sort(([a], [b]) => a.localeCompare(b));
  return moments.find(([, together]) => together.length > place)?.[1][place];
}
