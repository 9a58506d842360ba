import type { DeletedPost } from "@rostrum/contract/private/deletions.ts";
import { deletedWords as words } from "./words.ts";

type Print = (instant: string) => string;

/** Who deleted it, by what, and when. */
export function deletedBy({ surface, person, through, deletedAt, withCollection }: DeletedPost, print: Print): string {
  const moment = print(deletedAt);
  const who = surface === "COMMAND" || person === null ? words.operator : person;
  const by = surface === "KEY" ? words.withKey(through ?? "") : surface === "PROGRAM" ? words.withProgram(through ?? "") : null;
  return words.deleted({ moment, who, by, withCollection });
}

/** Where it was until then. */
export function wasWhere({ status, postingType, postAt, collection }: DeletedPost, print: Print): string {
  const moment = postAt === null ? null : print(postAt);
  if (status === "DRAFT") return words.wasDraft(collection);
  if (status === "PUBLISHED") return words.wasPublished(moment, collection);
  return postingType === "QUEUE" ? words.wasQueued(moment, collection) : words.wasTimed(moment ?? "", collection);
}
