import type { Instant } from "@rostrum/contract/formats.ts";
import type { Account, OutgoingComment, OutgoingPost } from "../../connectors/connector.ts";
import { languageOf } from "../../connectors/language.ts";
import { type Outline, outlineComment, outlinePost } from "./outline.ts";

/** One delivery: a post or a comment, in a common form. */
export interface Order {
  /** Prefix of its checkpoint names, so that a comment and its post do not collide. */
  readonly scope: "post" | "comment";
  readonly key: string;
  readonly dueAt: Instant;
  /** `at://` address of the post that this replies to. */
  readonly replyTo: string | null;
  readonly outline: Outline;
  /** Null: nothing is said about it. */
  readonly language: string | null;
}

export type Refusal = Exclude<ReturnType<typeof outlinePost>, Outline>;

export function orderOfPost(post: OutgoingPost, { preferences }: Pick<Account, "preferences">): Order | Refusal {
  const outline = outlinePost(post);
  if ("kind" in outline) return outline;
  return { scope: "post", key: post.key, dueAt: post.dueAt, replyTo: null, outline, language: languageOf(preferences) };
}

export function orderOfComment(comment: OutgoingComment, { preferences }: Pick<Account, "preferences">): Order | Refusal {
  const outline = outlineComment(comment.text);
  if ("kind" in outline) return outline;
  return {
    scope: "comment",
    key: comment.key,
    dueAt: comment.dueAt,
    replyTo: comment.remoteId,
    outline,
    language: languageOf(preferences),
  };
}
