import assert from "node:assert/strict";
import { test } from "node:test";
import { changedPreferences, missingSentence, offeredTo, type Preference, preferencesInEffect } from "./preferences.ts";

const audience: Preference = {
  kind: "choice",
  name: "audience",
  label: "Who may see posts",
  options: [
    { value: "everyone", label: "Everyone" },
    { value: "friends", label: "Friends" },
    { value: "me", label: "Only me" },
  ],
  preset: null,
  perPost: true,
};
const comments: Preference = { kind: "switch", name: "comments", label: "Allow comments", preset: false, perPost: true };
const language: Preference = {
  kind: "choice",
  name: "language",
  label: "Language",
  options: [
    { value: "en", label: "English" },
    { value: "de", label: "German" },
  ],
  preset: "en",
  perPost: false,
};
const declared = [audience, comments, language];
const NO_FRIENDS = "A private account has no friends here.";

test("what nobody has set has its preset, and a choice without one is missing", () => {
  const { values, missing } = preferencesInEffect({ offered: declared, chosen: {} });
  assert.deepEqual(values, { comments: false, language: "en" });
  assert.deepEqual(missing.map(missingSentence), [
    'Nobody has chosen "Who may see posts" for the channel: set audience with rostrum admin channels preferences.',
  ]);
});

test("a post's own value comes before the channel's where a post may have one", () => {
  const chosen = { audience: "friends", comments: false, language: "de" };
  const { values, missing } = preferencesInEffect({ offered: declared, chosen }, { audience: "me", comments: true, language: "en" });
  assert.deepEqual([values, missing], [{ audience: "me", comments: true, language: "de" }, []]);
});

test("an account offers its own options with the declared labels, has its reasons, and lacks what does not concern it", () => {
  const account = {
    audience: { options: [{ value: "friends", problem: NO_FRIENDS }, { value: "me" }, { value: "followers", label: "Followers" }] },
    comments: { problem: "Comments are off for this account." },
    language: null,
  };
  const offered = offeredTo(account, declared);
  assert.deepEqual(offered, [
    {
      ...audience,
      options: [
        { value: "friends", label: "Friends", problem: NO_FRIENDS },
        { value: "me", label: "Only me" },
        { value: "followers", label: "Followers" },
      ],
    },
    { ...comments, problem: "Comments are off for this account." },
  ]);
  const chosen = { audience: "followers", comments: true };
  assert.deepEqual(preferencesInEffect({ offered, chosen }), { values: { audience: "followers", comments: false }, missing: [] });
});

test("a chosen option that is gone is missing, even where there is a preset, and says why", () => {
  const account = {
    audience: { options: [{ value: "friends", problem: NO_FRIENDS }, { value: "me" }] },
    language: { options: [{ value: "en" }] },
  };
  const offered = offeredTo(account, declared);
  const { values, missing } = preferencesInEffect({ offered, chosen: { audience: "friends", language: "de" } });
  assert.deepEqual(values, { comments: false });
  assert.deepEqual(missing.map(missingSentence), [
    `"Friends" can no longer be chosen for "Who may see posts". ${NO_FRIENDS} Set audience of the channel with rostrum admin channels preferences.`,
    '"de" can no longer be chosen for "Language". Set language of the channel with rostrum admin channels preferences.',
  ]);
});

test("a post's own choice that is gone is not replaced by the channel's, which more people might see", () => {
  const offered = offeredTo({ audience: { options: [{ value: "everyone" }] } }, declared);
  const { values, missing } = preferencesInEffect({ offered, chosen: { audience: "everyone" } }, { audience: "me" });
  assert.equal(values.audience, undefined);
  assert.deepEqual(missing.map(missingSentence), [
    '"me" can no longer be chosen for "Who may see posts". Set audience of the post with rostrum admin posts preferences.',
  ]);
});

test("a change sets choices and switches by their words, takes back with null, and keeps the rest", () => {
  const chosen = { audience: "friends", language: "de" };
  const { offered } = { offered: declared };
  assert.deepEqual(changedPreferences({ offered, chosen }, { audience: "me", comments: "on", language: null }), {
    values: { audience: "me", comments: true },
  });
  assert.deepEqual(changedPreferences({ offered, chosen }, { comments: false }), { values: { ...chosen, comments: false } });
});

test("a change that cannot be is refused, with what can be", () => {
  const offered = offeredTo(
    { audience: { options: [{ value: "friends", problem: NO_FRIENDS }, { value: "me" }] }, comments: { problem: "They are off." } },
    declared,
  );
  const problemOf = (given: Readonly<Record<string, string | boolean>>) => changedPreferences({ offered, chosen: {} }, given);
  assert.deepEqual(problemOf({ audience: "everyone" }), { problem: "The preference audience must be one of me." });
  assert.deepEqual(problemOf({ audience: "friends" }), { problem: `The preference audience cannot be friends. ${NO_FRIENDS}` });
  assert.deepEqual(problemOf({ comments: true }), { problem: "The preference comments cannot be on. They are off." });
  assert.deepEqual(problemOf({ comments: "perhaps" }), { problem: "The preference comments must be on or off." });
  assert.deepEqual(problemOf({ colour: "red" }), { problem: "There is no preference colour, only audience, comments, language." });
  assert.deepEqual(changedPreferences({ offered: [], chosen: {} }, { colour: "red" }), {
    problem: "There is no preference colour: nothing can be set here.",
  });
});
