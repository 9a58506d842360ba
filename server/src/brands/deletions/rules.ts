import { addSeconds, type Instant, printLocal } from "@rostrum/contract/formats.ts";
import type { PostingType, PostStatus } from "@rostrum/contract/posts.ts";
import { DELETIONS_DAYS, type DeletionSurface } from "@rostrum/contract/private/deletions.ts";

/** What is remembered of a deleted post. */
export interface DeletedPostRow {
  readonly postId: number;
  readonly collection: string;
  readonly text: string;
  readonly postingType: PostingType;
  readonly status: PostStatus;
  readonly postAt: Instant | null;
  readonly withCollection: boolean;
  readonly surface: DeletionSurface;
  readonly person: string | null;
  readonly through: string | null;
  readonly deletedAt: Instant;
}

/** What was deleted before is forgotten. */
export function rememberedSince(now: Instant): Instant {
  return addSeconds(now, -DELETIONS_DAYS * 24 * 3600);
}

/** Who deletes something, and by what. */
export interface Doer {
  readonly surface: DeletionSurface;
  /** Null for the operator. */
  readonly person: string | null;
  /** The name of their API key or program. */
  readonly through: string | null;
}

interface Person {
  readonly name: string;
  /** What they use; absent: a browser. */
  readonly through?: { readonly kind: "KEY" | "PROGRAM"; readonly name: string };
}

/** `viewer`: null for the operator's commands. */
export function doerOf(viewer: Person | null): Doer {
  if (viewer === null) return { surface: "COMMAND", person: null, through: null };
  const { name: person, through } = viewer;
  return through === undefined ? { surface: "DASHBOARD", person, through: null } : { surface: through.kind, person, through: through.name };
}

/** What became of a post that somebody asks for, in a sentence or two. */
export function deletionSentence(row: DeletedPostRow, timezone: string): string {
  const { deletedAt, withCollection, collection, text } = row;
  const minute = (at: Instant) => printLocal(at, timezone).slice(0, 16);
  const how = withCollection ? ` together with the collection “${collection}”` : "";
  const what = text === "" ? "" : ` It began: “${text}”.`;
  return `It was deleted${how} on ${minute(deletedAt)} (${timezone}) ${byWhom(row)}. Until then it was ${placeOf(row, minute)}.${what}`;
}

function byWhom({ surface, person, through }: DeletedPostRow): string {
  switch (surface) {
    case "DASHBOARD":
      return `by ${person} in the dashboard`;
    case "KEY":
      return `by ${person} with the API key “${through}”`;
    case "PROGRAM":
      return `by ${person} with the program “${through}”`;
    case "COMMAND":
      return "by a command of the operator";
  }
}

function placeOf({ status, postingType, postAt, collection }: DeletedPostRow, minute: (at: Instant) => string): string {
  if (status === "DRAFT") return `a draft in “${collection}”`;
  const due = postAt === null ? "" : minute(postAt);
  if (status === "PUBLISHED") return `published${due && ` on ${due}`}`;
  return postingType === "QUEUE" ? `in the queue of “${collection}”${due && `, due ${due}`}` : `due ${due}, in “${collection}”`;
}
