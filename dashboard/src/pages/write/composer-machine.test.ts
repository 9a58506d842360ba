import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, type ComposerEvent, type ComposerState, placeAfter, step } from "./composer-machine.ts";
import { type Draft, newDraft } from "./state.ts";

const blank: Draft = newDraft({ collectionId: 3 });
const stored: Draft = { ...blank, caption: "Rye", when: { mode: "DRAFT" } };
const versionOf = (draft: Draft, version = "1") => ({ postId: 7, version, draft });
const NEW = begun({ base: null, blank, given: null, kept: null });
const CLEAN = begun({ base: versionOf(stored), blank, given: null, kept: null });
const AT = 1_000_000;

function after(state: ComposerState, ...events: readonly ComposerEvent[]): ComposerState {
  return events.reduce(step, state);
}

const typed = (caption: string, at = AT): ComposerEvent => ({ kind: "changed", part: { caption }, at });
const begins: ComposerEvent = { kind: "saveBegun", when: { mode: "DRAFT" } };
const savedAs = (draft: Draft, save = 1): ComposerEvent => ({ kind: "saved", save, base: versionOf(draft, "2"), channelIds: [] });
const refusedFor = (
  problems: { readonly caption?: string; readonly scheduledAt?: string },
  rest: readonly string[] = [],
): ComposerEvent => ({
  kind: "refused",
  save: 1,
  problems,
  rest,
});
const REFUSED = after(CLEAN, typed("Spelt"), begins, refusedFor({ caption: "Too long.", scheduledAt: "Too soon." }, ["No."]), {
  kind: "saveEnded",
  save: 1,
});
const theirs = versionOf({ ...stored, caption: "Theirs" }, "9");
const CONFLICT = after(CLEAN, typed("Mine"), begins, { kind: "conflictMet", save: 1, base: theirs }, { kind: "saveEnded", save: 1 });

test("a new post begins blank, and a stored one as it is stored", () => {
  assert.deepEqual([NEW.draft, NEW.base, NEW.restored], [blank, null, null]);
  assert.deepEqual([CLEAN.draft, CLEAN.base], [stored, versionOf(stored)]);
});

test("what is given to begin with counts more than what was kept", () => {
  const given = { ...blank, caption: "Shared" };
  assert.equal(begun({ base: null, blank, given, kept: null }).draft, given);
});

test("what the browser has kept is restored with the version on which it was written", () => {
  const kept = { draft: { ...stored, caption: "Kept" }, version: "0" };
  const state = begun({ base: versionOf(stored), blank, given: null, kept });
  assert.equal(state.draft.caption, "Kept");
  assert.deepEqual([state.base?.version, state.restored], ["0", { keptVersion: "0", firstVersion: "1" }]);
});

test("what was kept and is stored is nothing to restore", () => {
  const state = begun({ base: versionOf(stored), blank, given: null, kept: { draft: stored, version: "0" } });
  assert.deepEqual([state.base?.version, state.restored], ["1", null]);
});

test("to start over after something was restored shows what is stored, in the version that was found, and can be taken back", () => {
  const kept = { draft: { ...stored, caption: "Kept" }, version: "0" };
  const state = after(begun({ base: versionOf(stored), blank, given: null, kept }), { kind: "startedOver", blank, at: AT });
  assert.deepEqual([state.draft, state.base?.version, state.restored, state.edition], [stored, "1", null, 1]);
  assert.equal(after(state, { kind: "undone" }).draft.caption, "Kept");
});

test("to start over after a save keeps the version of that save", () => {
  const kept = { draft: { ...stored, caption: "Kept" }, version: "0" };
  const begins1 = begun({ base: versionOf(stored), blank, given: null, kept });
  const state = after(begins1, begins, savedAs(kept.draft), typed("More"), { kind: "startedOver", blank, at: AT });
  assert.deepEqual([state.draft.caption, state.base?.version], ["Kept", "2"]);
});

test("to start over with a new post shows a blank one", () => {
  assert.deepEqual(after(NEW, typed("Rye"), { kind: "startedOver", blank, at: AT }).draft, blank);
});

test("a change can be taken back and made again, each as another edition", () => {
  const changed = after(CLEAN, typed("Spelt"));
  const back = after(changed, { kind: "undone" });
  assert.deepEqual([back.draft, back.edition], [stored, 1]);
  const again = after(back, { kind: "redone" });
  assert.deepEqual([again.draft.caption, again.edition], ["Spelt", 2]);
});

test("changes of one field in quick succession are one step", () => {
  assert.deepEqual(after(CLEAN, typed("S"), typed("Sp", AT + 100), { kind: "undone" }).draft, stored);
});

test("where nothing can be taken back or made again, nothing happens", () => {
  assert.equal(step(CLEAN, { kind: "undone" }), CLEAN);
  assert.equal(step(CLEAN, { kind: "redone" }), CLEAN);
});

test("a save has a number, and what is sent with it", () => {
  const state = after(CLEAN, typed("Spelt"), begins);
  assert.deepEqual(state.saving, { number: 1, sent: state.draft, when: { mode: "DRAFT" } });
});

test("what is saved is the base, and nothing is in the way any more", () => {
  const state = after(REFUSED, begins, savedAs(REFUSED.draft, 2));
  assert.deepEqual([state.base, state.trouble], [versionOf(REFUSED.draft, "2"), { kind: "none" }]);
  assert.equal(after(state, { kind: "saveEnded", save: 2 }).saving, null);
});

test("text that is typed during a save survives its answer", () => {
  const state = after(CLEAN, typed("Spelt"), begins, typed("Spelt and rye"), savedAs({ ...stored, caption: "Spelt" }));
  assert.deepEqual([state.draft.caption, state.base?.draft.caption], ["Spelt and rye", "Spelt"]);
});

test("a place in the queue is one that it has once it is saved there", () => {
  const queued: Draft = { ...stored, when: { mode: "QUEUE", position: "STAY" } };
  const wish = { kind: "changed", part: { when: { mode: "QUEUE", position: "BACK" } }, at: AT } as const;
  const state = after(CLEAN, wish, { kind: "saveBegun", when: wish.part.when }, savedAs(queued));
  assert.deepEqual(state.draft.when, queued.when);
});

test("a new post that was made has a base while it is still being saved, with the file that was fetched in place of its address", () => {
  const file = { kind: "file", alt: "", medium: { id: "m1" } } as Draft["media"][number];
  const media: Draft["media"] = [{ kind: "address", url: "https://a.example/1", alt: "" }];
  const sent = after(NEW, { kind: "changed", part: { media }, at: AT }, begins);
  const state = after(
    sent,
    { kind: "postMade", save: 1, made: { postId: 7, draft: sent.draft } },
    { kind: "firstStored", save: 1, base: versionOf({ ...stored, media: [file] }) },
  );
  assert.deepEqual([state.draft.media, state.base?.postId, state.made?.postId], [[file], 7, 7]);
  assert.notEqual(state.saving, null);
});

test("a refused save says why, and goes on with what was written", () => {
  assert.deepEqual(REFUSED.trouble, {
    kind: "refused",
    problems: { caption: "Too long.", scheduledAt: "Too soon." },
    rest: ["No."],
  });
  assert.deepEqual([REFUSED.draft.caption, REFUSED.base, REFUSED.saving], ["Spelt", CLEAN.base, null]);
});

test("what was said of a field holds until that field is changed, and what was said beside them until anything is", () => {
  const state = after(REFUSED, typed("Sp"));
  assert.deepEqual(state.trouble, { kind: "refused", problems: { scheduledAt: "Too soon." }, rest: [] });
  assert.deepEqual(after(state, { kind: "changed", part: { when: { mode: "DRAFT" } }, at: AT }).trouble, { kind: "none" });
});

test("another draft in its place has no refusal and is not checked yet", () => {
  const state = after(REFUSED, { kind: "checked", missing: [] }, { kind: "undone" });
  assert.deepEqual([state.trouble, state.isChecked], [{ kind: "none" }, false]);
});

test("whoever tries to send what is not ready is told what is missing", () => {
  const state = step(CLEAN, { kind: "checked", missing: ["A file is missing."] });
  assert.deepEqual([state.isChecked, state.trouble], [true, { kind: "refused", problems: {}, rest: ["A file is missing."] }]);
});

test("what is ready to be sent keeps what was refused before until the answer", () => {
  assert.equal(step(REFUSED, { kind: "checked", missing: [] }).trouble, REFUSED.trouble);
});

test("sending begins once and ends once", () => {
  const sending = step(CLEAN, { kind: "sendBegun" });
  assert.equal(sending.isSending, true);
  assert.equal(step(sending, { kind: "sendBegun" }), sending);
  assert.equal(step(sending, { kind: "sendEnded" }).isSending, false);
  assert.equal(step(CLEAN, { kind: "sendEnded" }), CLEAN);
});

test("where two tabs have saved the same post, both versions are there until one is chosen", () => {
  assert.deepEqual(CONFLICT.trouble, { kind: "conflict", base: theirs, when: { mode: "DRAFT" } });
  const state = after(CONFLICT, typed("Mine, longer"), { kind: "undone" }, { kind: "redone" });
  assert.equal(state.trouble, CONFLICT.trouble);
});

test("to keep mine is to write it on their version", () => {
  const state = step(CONFLICT, { kind: "mineKept" });
  assert.deepEqual([state.draft.caption, state.base, state.trouble], ["Mine", theirs, { kind: "none" }]);
});

test("to take theirs shows their version, and mine can be had back", () => {
  const state = step(CONFLICT, { kind: "theirsTaken", at: AT + 5000 });
  assert.deepEqual([state.draft, state.base, state.trouble, state.edition], [theirs.draft, theirs, { kind: "none" }, 1]);
  assert.equal(step(state, { kind: "undone" }).draft.caption, "Mine");
});

test("without a conflict there is nothing to choose", () => {
  assert.equal(step(CLEAN, { kind: "mineKept" }), CLEAN);
  assert.equal(step(CLEAN, { kind: "theirsTaken", at: AT }), CLEAN);
});

test("a save without an answer is remembered until one has an answer", () => {
  const state = after(CLEAN, typed("Spelt"), begins, { kind: "lost", save: 1 });
  assert.deepEqual(state.unanswered, [{ draft: state.draft, when: { mode: "DRAFT" } }]);
  assert.deepEqual(after(state, begins, savedAs(state.draft, 2)).unanswered, []);
});

test("one's own lost save is the base, with the place where it has put the post", () => {
  const tuesday: Draft["when"] = { mode: "SCHEDULE", date: "2026-12-01", time: "09:00" };
  const lost = after(
    CLEAN,
    { kind: "changed", part: { when: tuesday }, at: AT },
    { kind: "saveBegun", when: tuesday },
    {
      kind: "lost",
      save: 1,
    },
  );
  const [own] = lost.unanswered;
  assert.ok(own !== undefined);
  const base = versionOf({ ...stored, when: tuesday }, "2");
  const state = after(lost, typed("Spelt"), { kind: "saveBegun", when: tuesday }, { kind: "ownFound", save: 2, base, own });
  assert.deepEqual([state.base, state.unanswered, state.draft.caption, state.draft.when], [base, [], "Spelt", tuesday]);
});

test("where one's own save has put it counts for whoever wanted just that", () => {
  const own = { draft: stored, when: { mode: "QUEUE", position: "BACK" } } as const;
  const base = versionOf({ ...stored, when: { mode: "QUEUE", position: "STAY" } });
  assert.deepEqual(placeAfter(own.when, { own, base }), { mode: "QUEUE", position: "STAY" });
  assert.deepEqual(placeAfter({ mode: "DRAFT" }, { own, base }), { mode: "DRAFT" });
});

test("a post that somebody has deleted is a new one again, and what is written stays", () => {
  const state = after(CLEAN, typed("Spelt"), begins, { kind: "deleted", save: 1, sentence: "Deleted." });
  assert.deepEqual([state.base, state.draft.caption], [null, "Spelt"]);
  assert.deepEqual(state.trouble, { kind: "refused", problems: {}, rest: ["Deleted."] });
});

test("files that are gone leave what was restored, which is no step", () => {
  const file = (id: string) => ({ kind: "file", alt: "", medium: { id } }) as Draft["media"][number];
  const state = begun({ base: null, blank, given: null, kept: { draft: { ...blank, media: [file("a"), file("b")] }, version: null } });
  const b = { id: "b" } as Extract<Draft["media"][number], { kind: "file" }>["medium"];
  const fresh = step(state, { kind: "refreshed", asked: ["a", "b"], found: new Map([["b", b]]) });
  assert.deepEqual([fresh.draft.media, fresh.steps.past], [[file("b")], []]);
});

test("the answer of a save that another has overtaken changes nothing", () => {
  const second = after(CLEAN, typed("Spelt"), begins, begins);
  for (const late of [savedAs(stored), refusedFor({}, ["No."]), { kind: "saveEnded", save: 1 } as const])
    assert.equal(step(second, late), second);
});

test("an answer without a save changes nothing", () => {
  assert.equal(step(CLEAN, savedAs(stored)), CLEAN);
  assert.equal(step(CLEAN, { kind: "conflictMet", save: 0, base: theirs }), CLEAN);
});
