import type { DeletedPost, RestoredPost } from "@rostrum/contract/private/deletions.ts";
import { words } from "./bin-words.ts";

type Print = (instant: string) => string;

/** Who deleted it, by what, and when. */
export function deletedBy({ surface, person, through, deletedAt, withCollection }: DeletedPost, print: Print): string {
  const who = surface === "COMMAND" || person === null ? words.operator : person;
  const name = through ?? "";
  const by = surface === "KEY" ? words.withKey({ name }) : surface === "PROGRAM" ? words.withProgram({ name }) : null;
  const parts = [words.deleted({ moment: print(deletedAt), who }), by, withCollection ? words.withCollection : null];
  return parts.filter((part) => part !== null).join(", ");
}

/** Where it was until then. */
export function wasWhere({ status, postingType, postAt, collection }: DeletedPost, print: Print): string {
  const moment = postAt === null ? null : print(postAt);
  if (status === "DRAFT") return words.wasDraft({ collection });
  if (status === "PUBLISHED") return moment === null ? words.wasPublished({ collection }) : words.wasPublishedAt({ moment, collection });
  if (postingType === "QUEUE") return moment === null ? words.wasQueued({ collection }) : words.wasQueuedFor({ moment, collection });
  return words.wasTimed({ moment: moment ?? "", collection });
}

/** Where it is again, and what of it is gone. */
export function restoredTo(post: RestoredPost, print: Print): string {
  const { filesMissing: count } = post;
  return count === 0 ? placeOf(post, print) : `${placeOf(post, print)} ${words.restored.filesMissing({ count })}`;
}

function placeOf({ status, postingType, postAt, isDraftNow }: RestoredPost, print: Print): string {
  if (status === "DRAFT") return isDraftNow ? words.restored.draftNow : words.restored.draft;
  if (status === "PUBLISHED") return words.restored.published;
  if (postAt === null) return words.restored.queued;
  return (postingType === "QUEUE" ? words.restored.queuedFor : words.restored.timed)({ moment: print(postAt) });
}
