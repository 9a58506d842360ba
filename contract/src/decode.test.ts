import assert from "node:assert/strict";
import { test } from "node:test";
import { NewCollection } from "./collections.ts";
import { decode, fromText } from "./decode.ts";
import { summary } from "./errors.ts";
import { snakeCase } from "./operation.ts";
import { NewPost, PostChange, PostsQuery } from "./posts.ts";

function fieldsOf(result: ReturnType<typeof decode>): Readonly<Record<string, readonly string[]>> {
  assert.ok("problem" in result && result.problem.kind === "fields");
  return result.problem.fields;
}

test("all failing fields are reported at once, including those of cross-field rules", () => {
  const fields = fieldsOf(
    decode(
      NewPost,
      { publishMode: "SCHEDULE", title: "x".repeat(256), media: [{ id: "a", url: "https://a.example/" }, { url: "nope" }] },
      "camelCase",
    ),
  );
  assert.deepEqual(fields, {
    title: ["The title field must not be longer than 255 characters."],
    "media.0": ["The media.0 field must have exactly one of id or url."],
    "media.1.url": ["The media.1.url field must be a valid http or https URL."],
    caption: ["The caption field is required when there is no poll."],
    scheduledAt: ["The scheduledAt field is required when publishMode is SCHEDULE."],
  });
});

test("the top message is the first sentence, followed by how many more there are", () => {
  assert.equal(summary({ a: ["One.", "Two."], b: ["Three."] }), "One. (and 2 more)");
  assert.equal(summary({ a: ["One."] }), "One.");
});

test("lengths count Unicode code points", () => {
  const decoded = (caption: string) => decode(NewPost, { publishMode: "DRAFT", caption }, "camelCase");
  assert.ok("value" in decoded("👍".repeat(3000)));
  assert.deepEqual(fieldsOf(decoded("👍".repeat(3001))), { caption: ["The caption field must not be longer than 3000 characters."] });
});

test("white space counts as empty, NUL and broken Unicode are refused", () => {
  const caption = (text: string) => fieldsOf(decode(NewPost, { publishMode: "DRAFT", caption: text }, "camelCase")).caption;
  assert.deepEqual(caption(" \n\t"), ["The caption field must not be empty."]);
  assert.deepEqual(caption("a\0b"), ["The caption field must not contain NUL characters."]);
  assert.deepEqual(caption("a\ud800b"), ["The caption field must not contain broken Unicode characters."]);
});

test("a missing required field and a wrong type have different messages", () => {
  assert.deepEqual(fieldsOf(decode(NewCollection, {}, "camelCase")), { title: ["The title field is required."] });
  assert.deepEqual(fieldsOf(decode(NewCollection, { title: 5 }, "camelCase")), { title: ["The title field must be a string."] });
  assert.deepEqual(fieldsOf(decode(NewCollection, [], "camelCase")), { body: ["The body field must be an object."] });
});

test("a change needs publishMode or queuePosition, and scheduledAt alone is neither", () => {
  assert.deepEqual(Object.keys(fieldsOf(decode(PostChange, {}, "camelCase"))), ["publishMode"]);
  assert.deepEqual(Object.keys(fieldsOf(decode(PostChange, { scheduledAt: "2030-01-01 00:00:00" }, "camelCase"))), [
    "publishMode",
    "scheduledAt",
  ]);
});

test("query text becomes a number only if the field is one, and only from digits", () => {
  const query = { page: "2", per_page: "", status: "7", sort_by: "id", unknown: "x" };
  assert.deepEqual(fromText(PostsQuery, query, snakeCase), { page: 2, perPage: "", status: "7", sortBy: "id" });
});

test("query errors use the request's own spelling", () => {
  const fields = fieldsOf(
    decode(
      PostsQuery,
      fromText(PostsQuery, { per_page: "101", created_to: "2026-01-01 00:00:00", created_from: "2026-01-02 00:00:00" }, snakeCase),
      "snake_case",
    ),
  );
  assert.deepEqual(fields, {
    per_page: ["The per_page field must not be greater than 100."],
    created_to: ["The created_to field must not be earlier than created_from."],
  });
});
