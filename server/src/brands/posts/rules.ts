import { type Problem, refusal } from "@rostrum/contract/errors.ts";
import { addMilliseconds, type Instant } from "@rostrum/contract/formats.ts";
import { SCHEDULE_LEAD_MINUTES_MIN } from "@rostrum/contract/limits.ts";
import {
  type NewPost,
  type PostChange,
  type PostingType,
  type PostStatus,
  type PostType,
  threadSegments,
  typeOfFiles,
} from "@rostrum/contract/posts.ts";

/** What a post is, by the first rule that matches: `docs/posts.md#types`. */
export function postTypeOf(post: Pick<NewPost, "postAsStory" | "poll" | "autoThreadText" | "caption">, mimes: readonly string[]): PostType {
  if (post.postAsStory) return "STORY";
  if (post.poll) return "POLL";
  if (post.autoThreadText && post.caption !== undefined && threadSegments(post.caption).length > 1) return "THREAD";
  return typeOfFiles(mimes);
}

/** A PDF must be the only medium. */
export function documentAlone(mimes: readonly string[]): Problem | null {
  if (mimes.length < 2 || !mimes.includes("application/pdf")) return null;
  return refusal(422, "media", "A PDF cannot be combined with other media.");
}

/** A scheduled time must be far enough ahead that the post can still be changed. */
export function scheduleLead(at: Instant, now: Instant): Problem | null {
  if (at >= addMilliseconds(now, SCHEDULE_LEAD_MINUTES_MIN * 60_000)) return null;
  return refusal(
    422,
    "scheduledAt",
    `The scheduledAt time must be at least ${SCHEDULE_LEAD_MINUTES_MIN} minutes in the future, in the brand's timezone.`,
  );
}

/** The facts that decide whether and how a post may change. */
export interface PostState {
  readonly status: PostStatus;
  readonly postingType: PostingType;
  /** Whether it is being published right now. */
  readonly leaving: boolean;
}

/** Why a post cannot be changed any more; null if it can. */
export function finalState(post: PostState): Problem | null {
  if (post.status === "PUBLISHED") return refusal(409, "post_id", "The post is already published and cannot be changed.");
  if (post.leaving || post.postingType === "NOW") return refusal(409, "post_id", "The post is being published and cannot be changed.");
  return null;
}

export type PostMove =
  | { readonly to: "draft" }
  | { readonly to: "scheduled"; readonly at: Instant }
  | { readonly to: "queue"; readonly position: "FRONT" | "BACK" }
  /** Leaves at once. */
  | { readonly to: "now" }
  /** Already in the requested state. */
  | { readonly to: "stay" };

/** The transition that a change asks for (`docs/posts.md#moving-a-post`), or the refusal. `at` is `scheduledAt` as a moment. */
export function changePost(
  post: PostState,
  change: Omit<PostChange, "scheduledAt"> & { readonly at: Instant | null },
  now: Instant,
): PostMove | { readonly problem: Problem } {
  const final = finalState(post);
  if (final !== null) return { problem: final };
  if (change.publishMode === "DRAFT") return { to: "draft" };
  if (change.publishMode === "SCHEDULE") {
    const at = change.at as Instant;
    const problem = scheduleLead(at, now);
    return problem ? { problem } : { to: "scheduled", at };
  }
  const queued = post.postingType === "QUEUE";
  if (!queued && change.publishMode === undefined) {
    return {
      problem: refusal(422, "queuePosition", "Only a queued post has a position. Send publishMode QUEUE as well to queue this post."),
    };
  }
  if (queued && change.queuePosition === undefined) return { to: "stay" };
  return { to: "queue", position: change.queuePosition ?? "BACK" };
}

/** The transition that an edit asks for: nothing moves unless it is asked to. */
export function placeOnEdit(
  post: PostState & { readonly postAt: Instant | null },
  edit: Pick<PostChange, "queuePosition"> & { readonly publishMode?: NewPost["publishMode"] | undefined; readonly at: Instant | null },
  now: Instant,
): PostMove | { readonly problem: Problem } {
  const { publishMode, queuePosition, at } = edit;
  const final = finalState(post);
  if (final !== null) return { problem: final };
  if (publishMode === "IMMEDIATE") return { to: "now" };
  if (publishMode === "DRAFT") return post.status === "DRAFT" ? { to: "stay" } : { to: "draft" };
  if (publishMode === "SCHEDULE" && post.postingType === "SCHEDULE" && post.postAt === at) return { to: "stay" };
  if (publishMode === undefined && (queuePosition === undefined || post.postingType !== "QUEUE")) return { to: "stay" };
  return changePost(post, { publishMode, queuePosition, at }, now);
}
