import { addMilliseconds, type Instant } from "@rostrum/contract/formats.ts";
import { SCHEDULE_LEAD_MINUTES_MIN } from "@rostrum/contract/limits.ts";
import type { PostingType, PostStatus } from "@rostrum/contract/posts.ts";
import { DRAFT_TIMING, type PostTiming } from "./store.ts";

/** Where a deleted post was, and what is left of what it needs. */
export interface Binned {
  readonly postingType: PostingType;
  readonly status: PostStatus;
  /** When it was due, or had left. */
  readonly postAt: Instant | null;
  readonly queueRank: number | null;
  /** It was being published. */
  readonly isLeaving: boolean;
  /** Its collection and all of its files are still there. */
  readonly isWhole: boolean;
}

/** Where it comes back to: never to where it would be sent a second time, nor to a time that has passed. */
export function restoredTiming(binned: Binned, now: Instant): PostTiming {
  const { postingType, status, postAt, queueRank, isLeaving, isWhole } = binned;
  if (status === "PUBLISHED" || isLeaving) return { postingType, status: "PUBLISHED", postAt, queueRank: null };
  const isAhead = postAt === null || postAt > now;
  if (status === "DRAFT" || !isWhole || !isAhead) return DRAFT_TIMING;
  if (queueRank !== null) return { postingType, status, postAt, queueRank };
  const isPlanned = postAt !== null && postAt >= addMilliseconds(now, SCHEDULE_LEAD_MINUTES_MIN * 60_000);
  return postingType === "SCHEDULE" && isPlanned ? { postingType, status, postAt, queueRank: null } : DRAFT_TIMING;
}
