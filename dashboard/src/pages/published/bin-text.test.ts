import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeletedPost, RestoredPost } from "@rostrum/contract/private/deletions.ts";
import { deletedBy, restoredTo, wasWhere } from "./bin-text.ts";

const print = (instant: string) => `<${instant.slice(0, 10)}>`;
const post: DeletedPost = {
  postId: 1,
  text: "Rye",
  collection: "Bread",
  postingType: "QUEUE",
  status: "PENDING",
  postAt: "2026-11-23T08:00:00.000000Z",
  withCollection: false,
  surface: "DASHBOARD",
  person: "Grace",
  through: null,
  thumbnailUrl: null,
  isRestorable: true,
  deletedAt: "2026-11-21T09:00:00.000000Z",
};

test("it is said who deleted a post, and by what", () => {
  assert.equal(deletedBy(post, print), "Deleted <2026-11-21> by Grace");
  assert.equal(deletedBy({ ...post, surface: "KEY", through: "site" }, print), "Deleted <2026-11-21> by Grace, with the API key “site”");
  assert.equal(
    deletedBy({ ...post, surface: "COMMAND", person: null, withCollection: true }, print),
    "Deleted <2026-11-21> by the operator, together with its collection",
  );
});

test("it is said where a post was, and where it is again", () => {
  assert.equal(wasWhere(post, print), "Was in the queue of Bread for <2026-11-23>");
  assert.equal(wasWhere({ ...post, postAt: null }, print), "Was in the queue of Bread");
  assert.equal(wasWhere({ ...post, status: "DRAFT" }, print), "Was a draft in Bread");
  assert.equal(wasWhere({ ...post, postingType: "SCHEDULE" }, print), "Was planned for <2026-11-23> in Bread");
  assert.equal(wasWhere({ ...post, status: "PUBLISHED", postAt: null }, print), "Had gone out, from Bread");
  const back: RestoredPost = {
    postId: 1,
    collectionId: 1,
    postingType: "QUEUE",
    status: "PENDING",
    postAt: null,
    isDraftNow: false,
    filesMissing: 0,
  };
  assert.equal(restoredTo(back, print), "Restored to the queue.");
  assert.equal(restoredTo({ ...back, postAt: "2026-11-23T08:00:00Z" }, print), "Restored to the queue, for <2026-11-23>.");
  assert.equal(
    restoredTo({ ...back, filesMissing: 1 }, print),
    "Restored to the queue. One of its files has been deleted meanwhile: add another one before it goes out.",
  );
  assert.equal(restoredTo({ ...back, status: "DRAFT", isDraftNow: true }, print).startsWith("Restored as a draft:"), true);
});
