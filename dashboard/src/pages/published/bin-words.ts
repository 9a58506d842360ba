import { wordsOf } from "../../language/words.ts";

export const english = {
  title: "Bin",
  back: "Published",
  lead: "Deleted posts stay here for 90 days. Times are in {zone}.",
  noneTitle: "The bin is empty",
  none: "When somebody deletes a post, it stays here for 90 days and can be restored.",
  found: "{count, plural, one {# post} other {# posts}}",
  pages: "Pages of the bin",
  restore: "Restore",
  restoreOf: "Restore: {text}",
  cannot: "Cannot be restored",
  operator: "the operator",
  withKey: "with the API key “{name}”",
  withProgram: "with the program “{name}”",
  withCollection: "together with its collection",
  deleted: "Deleted {moment} by {who}",
  wasDraft: "Was a draft in {collection}",
  wasQueued: "Was in the queue of {collection}",
  wasQueuedFor: "Was in the queue of {collection} for {moment}",
  wasTimed: "Was planned for {moment} in {collection}",
  wasPublished: "Had gone out, from {collection}",
  wasPublishedAt: "Had gone out {moment}, from {collection}",
  restored: {
    filesMissing:
      "{count, plural, one {One of its files has been deleted meanwhile: add another one before it goes out.} other {# of its files have been deleted meanwhile: add others before it goes out.}}",
    draft: "Restored as a draft.",
    draftNow: "Restored as a draft: its time has passed, or something of it is gone.",
    queued: "Restored to the queue.",
    queuedFor: "Restored to the queue, for {moment}.",
    timed: "Restored for {moment}.",
    published: "Restored. What had gone out stays as it was.",
  },
} as const;

export const words = wordsOf("bin", english);
