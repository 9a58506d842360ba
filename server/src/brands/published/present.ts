import type { Result } from "@rostrum/contract/private/published.ts";
import { deliveryReasons, deliveryWords } from "@rostrum/contract/reasons.ts";
import type { PathOf } from "../media/thumbnail.ts";
import type { ResultRow } from "./results-store.ts";
import { whyNotAgain } from "./rules.ts";

/** What became of a post on one channel. */
export function presentResult(row: ResultRow, brandId: number, thumbnailOf: PathOf): Result {
  const { id, postId, collectionId, collection, isComment, postType, body, url, state, reason, dueAt, at } = row;
  const { countsNextAt } = row;
  const hasEnded = state === "FAILED" || state === "SKIPPED";
  const needsSettling = state === "FAILED" && reason === "undecided";
  const why = hasEnded ? whyNotAgain({ ...row, status: state }) : null;
  return {
    id,
    postId,
    collectionId,
    collection,
    channel: { id: row.channelId, name: row.channelName, type: row.channelType },
    isComment,
    postType,
    body,
    thumbnailUrl: row.picture === null ? null : thumbnailOf({ brandId, ...row.picture }),
    url,
    state,
    reason,
    meaning: reason === null ? null : deliveryReasons[reason],
    message: row.message ?? (row.heldUntil === null ? null : deliveryWords.held(row.heldReason ?? "", row.heldUntil)),
    dueAt,
    at,
    nextTryAt: row.nextAt,
    counts: countsIn(row),
    countsNextAt,
    canTryAgain: hasEnded && why === null,
    whyNotAgain: why,
    needsSettling,
    isLeft: row.isLeft,
  };
}

function countsIn({ likes, comments, shares, countsTold, countsReadAt: readAt }: ResultRow): Result["counts"] {
  if (readAt === null) return null;
  const told = (figure: number, bit: number) => (countsTold === null || (countsTold & bit) !== 0 ? figure : null);
  return { likes: told(likes, TOLD.likes), comments: told(comments, TOLD.comments), shares: told(shares, TOLD.shares), readAt };
}

/** Bits of `countsTold`. */
const TOLD = { likes: 1, comments: 2, shares: 4 } as const;
