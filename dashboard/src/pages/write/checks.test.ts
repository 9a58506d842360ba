import assert from "node:assert/strict";
import { test } from "node:test";
import { momentOf, placed, problemsOf } from "./checks.ts";
import { EMPTY_POLL, newDraft } from "./state.ts";

const ground = { before: null, zone: "Europe/Berlin", now: Date.parse("2026-11-21T09:00:00Z") };
const written = { ...newDraft({ collectionId: 1 }), caption: "Rye" };
const at = (date: string, time: string) => ({ mode: "SCHEDULE", date, time }) as const;

test("a post needs a collection and a text or a poll", () => {
  const blank = newDraft({ collectionId: null });
  assert.deepEqual(Object.keys(problemsOf(blank, { ...ground, when: blank.when })), ["collectionId", "caption"]);
  assert.deepEqual(problemsOf(written, { ...ground, when: written.when }), {});
  const poll = { ...EMPTY_POLL, question: "Which?", options: ["A", "B"] };
  assert.deepEqual(problemsOf({ ...written, caption: "", poll }, { ...ground, when: written.when }), {});
});

test("a date is complete and ten minutes ahead on the brand's clock, unless it stays", () => {
  const said = (when: ReturnType<typeof at>, before: ReturnType<typeof at> | null = null) =>
    problemsOf(written, { ...ground, before, when }).scheduledAt ?? null;
  assert.equal(said(at("2026-11-21", "")), "Choose a date and a time.");
  assert.match(said(at("2026-11-21", "10:09")) ?? "", /at least 10 minutes/);
  assert.equal(said(at("2026-11-21", "10:10")), null);
  assert.equal(said(at("2026-11-21", "10:05"), at("2026-11-21", "10:05")), null);
});

test("a moment is read on the zone's clock, and nothing incomplete is one", () => {
  assert.equal(momentOf({ date: "2026-11-21", time: "10:00" }, "Europe/Berlin"), "2026-11-21T09:00:00.000000Z");
  assert.equal(momentOf({ date: "2026-02-30", time: "10:00" }, "Europe/Berlin"), null);
  assert.equal(momentOf({ date: "", time: "10:00" }, "Europe/Berlin"), null);
});

test("a poll has a question and two to four answers of up to 30 characters, all filled in", () => {
  const said = (poll: Partial<typeof EMPTY_POLL>) =>
    problemsOf({ ...written, poll: { ...EMPTY_POLL, ...poll } }, { ...ground, when: written.when }).poll ?? null;
  assert.match(said({}) ?? "", /question/);
  assert.match(said({ question: "Which?", options: ["A", ""] }) ?? "", /at least 2/);
  assert.match(said({ question: "Which?", options: ["A", "B", ""] }) ?? "", /empty answer/);
  assert.match(said({ question: "Which?", options: ["A", "B".repeat(31)] }) ?? "", /30/);
  assert.equal(said({ question: "Which?", options: ["A", "B"] }), null);
});

test("the service's messages are said at their fields, and what has none beside the button", () => {
  assert.deepEqual(placed({ "poll.options.0": "Too long.", scheduledAt: "Too soon.", plan: "The plan allows 3 posts." }), {
    problems: { poll: "Too long.", scheduledAt: "Too soon." },
    rest: ["The plan allows 3 posts."],
  });
});

test("a network's own text says something, and has its limits", () => {
  const said = (captions: Partial<Record<"X" | "Mastodon", string>>, isThread = false) =>
    problemsOf({ ...written, captions, isThread }, { ...ground, when: written.when }).captions ?? null;
  assert.equal(said({ X: "Short" }), null);
  assert.equal(said({ X: "Short", Mastodon: " " }), "Write something for Mastodon, or use the common text again.");
  assert.match(said({ X: "x".repeat(3001) }) ?? "", /3000/);
  const parts = Array.from({ length: 11 }, (_, part) => part).join("\n\n\n");
  assert.equal(said({ X: parts }), null);
  assert.equal(said({ X: parts }, true), "A thread has at most 10 parts.");
});
