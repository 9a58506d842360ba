import assert from "node:assert/strict";
import { test } from "node:test";
import type { DeletedPost } from "@rostrum/contract/private/deletions.ts";
import { deletedBy, wasWhere } from "./deleted-text.ts";

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
  deletedAt: "2026-11-21T09:00:00.000000Z",
};
const print = (instant: string) => instant.slice(0, 10);

test("it is said who deleted a post, and by what", () => {
  assert.equal(deletedBy(post, print), "Deleted on 2026-11-21 by Grace.");
  assert.equal(deletedBy({ ...post, surface: "KEY", through: "CI" }, print), "Deleted on 2026-11-21 by Grace, with the API key “CI”.");
  assert.equal(
    deletedBy({ ...post, surface: "PROGRAM", through: "Agent" }, print),
    "Deleted on 2026-11-21 by Grace, with the program “Agent”.",
  );
  assert.equal(deletedBy({ ...post, surface: "COMMAND", person: null }, print), "Deleted on 2026-11-21 by the operator.");
  assert.equal(deletedBy({ ...post, withCollection: true }, print), "Deleted on 2026-11-21 by Grace, together with its collection.");
});

test("it is said where the post was until then", () => {
  assert.equal(wasWhere(post, print), "It was in the queue of Bread, due on 2026-11-23.");
  assert.equal(wasWhere({ ...post, postAt: null }, print), "It was in the queue of Bread.");
  assert.equal(wasWhere({ ...post, postingType: "SCHEDULE" }, print), "It was due on 2026-11-23, in Bread.");
  assert.equal(wasWhere({ ...post, postingType: "DRAFT", status: "DRAFT", postAt: null }, print), "It was a draft in Bread.");
  assert.equal(wasWhere({ ...post, status: "PUBLISHED" }, print), "It had been published on 2026-11-23, from Bread.");
});
