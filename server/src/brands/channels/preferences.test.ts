import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import type { AccountPreferences, Preference, PreferenceValues } from "@rostrum/contract/preferences.ts";
import { forecastReasons } from "@rostrum/contract/reasons.ts";
import { query } from "../../ground/database/query.ts";
import type { PublishOutcome } from "../../networks/connectors/connector.ts";
import { aPlace, aPost, entries, must, type Place } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const audience: Preference = {
  kind: "choice",
  name: "audience",
  label: "Who may see posts",
  options: [
    { value: "everyone", label: "Everyone" },
    { value: "friends", label: "Friends" },
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

const MISSING = 'Nobody has chosen "Who may see posts" for the channel: set audience with rostrum admin channels preferences.';

let sent: { readonly text: string; readonly preferences: PreferenceValues }[];
let offers: AccountPreferences;
let outcome: PublishOutcome | null;
let stage: Stage;
before(async () => {
  const connector = instantConnector("Mastodon");
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, "2026-11-21T09:00:00Z", {
    Mastodon: {
      ...connector,
      preferences: [audience, comments, language],
      connect: async (credentials, call) => {
        const connected = await connector.connect(credentials, call);
        const { account } = credentials as { readonly account: string };
        return { ...connected, remoteId: account, accountPreferences: offers };
      },
      publish: async (post, account, call) => {
        sent.push({ text: post.text, preferences: account.preferences });
        return outcome ?? connector.publish(post, account, call);
      },
    },
    Bluesky: instantConnector("Bluesky"),
  });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  sent = [];
  offers = {};
  outcome = null;
});

function connect(brandId: number, body: Readonly<Record<string, unknown>> = {}) {
  return stage.admin("POST", `/brands/${brandId}/channels`, { type: "Mastodon", name: "Bakery", credentials: { account: "1" }, ...body });
}

/** A place whose collection has this one channel. */
async function aPlaceWith(preferences: Readonly<Record<string, unknown>>): Promise<Place & { readonly channelId: number }> {
  const place = await aPlace(stage, { channels: [] });
  const { id: channelId } = await must(connect(place.brandId, { preferences }));
  const collection = await must(place.api("POST", "/collections", { title: "Bread", channels: [channelId], queues: [] }));
  return { ...place, channelId, channelIds: [channelId], collectionId: collection.id };
}

const setChannel = (channelId: number, preferences: Readonly<Record<string, unknown>>) =>
  stage.admin("PATCH", `/channels/${channelId}/preferences`, { preferences });
const setPost = (postId: number, channelId: number, preferences: Readonly<Record<string, unknown>>) =>
  stage.admin("PATCH", `/posts/${postId}/preferences`, { channelId, preferences });

async function publishNow(place: Place, caption: string): Promise<number> {
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption });
  await stage.settle();
  return id;
}

function valuesIn(shown: readonly { readonly name: string; readonly value: unknown; readonly source: unknown }[]) {
  return shown.map(({ name, value, source }) => [name, value, source]);
}

async function explained(postId: number) {
  return must(stage.admin("GET", `/posts/${postId}/explanation`));
}

test("a channel that lacks a choice connects, says so everywhere, and its posts fail before anything is sent", async () => {
  const place = await aPlace(stage, { channels: [] });
  const { body } = await connect(place.brandId);
  const { id } = body.data;
  assert.deepEqual(body.data, { id, lacks: MISSING });
  assert.equal((await must(stage.admin("GET", `/brands/${place.brandId}/channels`)))[0].lacks, MISSING);
  const collection = await must(place.api("POST", "/collections", { title: "Bread", channels: [id], queues: [] }));
  const there = { ...place, collectionId: collection.id };
  const refusal = { outcome: "FAILED", reason: "preference_missing", message: MISSING };
  const preferences = "Who may see posts: not chosen; Allow comments: off; Language: English";
  const [preview] = await must(stage.admin("POST", `/collections/${there.collectionId}/posts/preview`, { caption: "now" }));
  const texts = [{ text: "now", length: 3, max: 500, unit: "characters" }];
  assert.deepEqual(preview, { channelId: id, channel: "Bakery", channelType: "Mastodon", ...refusal, preferences, texts, shown: null });
  const draft = await aPost(there, { publishMode: "DRAFT", caption: "later" });
  const [expected] = (await explained(draft)).channels;
  assert.deepEqual([expected.obstacle, expected.message, expected.preferences], ["preference_missing", MISSING, preferences]);
  await aPost(there, { publishMode: "SCHEDULE", caption: "soon", scheduledAt: "2026-11-25 12:00:00" });
  const [line] = await must(stage.admin("GET", `/brands/${place.brandId}/forecast?days=10`));
  assert.deepEqual([line.outcome, line.reason, line.message], Object.values(refusal));
  const postId = await publishNow(there, "now");
  assert.deepEqual(sent, []);
  const [entry] = await entries(there, "FAILED");
  assert.equal(entry.message, MISSING);
  const [delivery] = (await explained(postId)).deliveries;
  const { preference_missing: meaning } = forecastReasons;
  assert.deepEqual([delivery.reason, delivery.meaning, delivery.attempts], ["preference_missing", meaning, []]);
});

test("what is given at connecting goes out with posts, with the presets of the rest, and lacks nothing", async () => {
  const place = await aPlaceWith({ audience: "friends", comments: "on" });
  assert.equal((await must(stage.admin("GET", `/brands/${place.brandId}/channels`)))[0].lacks, null);
  await publishNow(place, "bread");
  assert.deepEqual(sent, [{ text: "bread", preferences: { audience: "friends", comments: true, language: "en" } }]);
});

test("what is not offered is refused at connecting, and nothing is stored", async () => {
  const place = await aPlace(stage, { channels: [] });
  const errorOf = async (preferences: Readonly<Record<string, unknown>>) => (await connect(place.brandId, { preferences })).body.errors;
  assert.deepEqual(await errorOf({ audience: "enemies" }), { preferences: "The preference audience must be one of everyone, friends." });
  assert.deepEqual(await errorOf({ colour: "red" }), { preferences: "There is no preference colour, only audience, comments, language." });
  const other = await stage.admin("POST", `/brands/${place.brandId}/channels`, {
    type: "Bluesky",
    name: "Bakery",
    credentials: {},
    preferences: { audience: "friends" },
  });
  assert.deepEqual(other.body.errors, { preferences: "There is no preference audience: nothing can be set here." });
  assert.deepEqual(await must(stage.admin("GET", `/brands/${place.brandId}/channels`)), []);
});

test("an operator reads and changes a channel's preferences, all of the given ones or none, and takes choices back", async () => {
  const { channelId } = await aPlaceWith({ audience: "friends" });
  const list = () => must(stage.admin("GET", `/channels/${channelId}/preferences`));
  assert.deepEqual(await list(), [
    {
      name: "audience",
      value: "friends",
      source: "channel",
      options: [
        { value: "everyone", label: "Everyone", problem: null },
        { value: "friends", label: "Friends", problem: null },
      ],
      label: "Who may see posts",
      perPost: true,
      hint: null,
      problem: null,
      kind: "choice",
    },
    {
      name: "comments",
      value: false,
      source: "preset",
      options: [],
      label: "Allow comments",
      perPost: true,
      hint: null,
      problem: null,
      kind: "switch",
    },
    {
      name: "language",
      value: "en",
      source: "preset",
      options: [
        { value: "en", label: "English", problem: null },
        { value: "de", label: "German", problem: null },
      ],
      label: "Language",
      perPost: false,
      hint: null,
      problem: null,
      kind: "choice",
    },
  ]);
  assert.deepEqual(valuesIn(await must(setChannel(channelId, { comments: true, language: "de" }))), [
    ["audience", "friends", "channel"],
    ["comments", true, "channel"],
    ["language", "de", "channel"],
  ]);
  const refused = await setChannel(channelId, { audience: "everyone", comments: "perhaps" });
  assert.deepEqual([refused.status, refused.body.errors], [422, { preferences: "The preference comments must be on or off." }]);
  const [who] = await must(setChannel(channelId, { audience: null }));
  assert.deepEqual([who.value, who.source, who.problem], [null, null, MISSING]);
  const unknown = { channel: "There is no channel with the id 999999." };
  assert.deepEqual((await setChannel(999_999, {})).body.errors, unknown);
  assert.deepEqual((await stage.admin("GET", "/channels/999999/preferences")).body.errors, unknown);
});

test("connecting again keeps what was chosen; an option that the account no longer has is missing and not replaced", async () => {
  const place = await aPlaceWith({ audience: "friends", language: "de" });
  await must(connect(place.brandId, { preferences: { comments: "on" } }));
  await publishNow(place, "one");
  assert.deepEqual(sent[0]?.preferences, { audience: "friends", comments: true, language: "de" });
  const reason = "A private account has no friends.";
  offers = { audience: { options: [{ value: "everyone" }, { value: "friends", problem: reason }] } };
  const { lacks } = await must(connect(place.brandId));
  assert.equal(
    lacks,
    `"Friends" can no longer be chosen for "Who may see posts". ${reason} Set audience of the channel with rostrum admin channels preferences.`,
  );
  await publishNow(place, "two");
  assert.equal(sent.length, 1);
  assert.equal((await entries(place, "FAILED"))[0].message, lacks);
});

test("what is changed counts for the next attempt of a post, too", async () => {
  const place = await aPlaceWith({ audience: "friends" });
  outcome = { kind: "busy", reason: "Later.", retryAfterSeconds: 60 };
  await publishNow(place, "bread");
  outcome = null;
  await must(setChannel(place.channelId, { audience: "everyone" }));
  await stage.liveUntil(addSeconds(stage.now(), 3600));
  assert.deepEqual(
    sent.map(({ preferences }) => preferences.audience),
    ["friends", "everyone"],
  );
});

test("a post goes out with its own values where it may have them, and says so beforehand", async () => {
  const place = await aPlaceWith({ audience: "everyone" });
  const postId = await aPost(place, { publishMode: "DRAFT", caption: "for friends" });
  const own = await must(setPost(postId, place.channelId, { audience: "friends", comments: "on" }));
  assert.deepEqual(valuesIn(own), [
    ["audience", "friends", "post"],
    ["comments", true, "post"],
    ["language", "en", "preset"],
  ]);
  assert.deepEqual([own[0].channelId, own[0].channel, own[0].channelType], [place.channelId, "Bakery", "Mastodon"]);
  assert.deepEqual(await must(stage.admin("GET", `/posts/${postId}/preferences`)), own);
  const [there] = (await explained(postId)).channels;
  assert.equal(there.preferences, "Who may see posts: Friends (this post); Allow comments: on (this post); Language: English");
  await must(place.api("PATCH", `/posts/${postId}`, { publishMode: "SCHEDULE", scheduledAt: "2026-12-01 12:00:00" }));
  await must(setPost(postId, place.channelId, { comments: null }));
  await publishNow(place, "for all");
  await stage.liveUntil(toInstant("2026-12-01T11:00:00Z"));
  assert.deepEqual(sent, [
    { text: "for all", preferences: { audience: "everyone", comments: false, language: "en" } },
    { text: "for friends", preferences: { audience: "friends", comments: false, language: "en" } },
  ]);
});

test("a post's own value makes up for a channel that lacks one, in the preview as in the end", async () => {
  const place = await aPlaceWith({});
  const path = `/collections/${place.collectionId}/posts/preview`;
  const values = [{ channelId: place.channelId, values: { audience: "friends" } }];
  const [preview] = await must(stage.admin("POST", path, { caption: "a", preferences: values }));
  assert.deepEqual(
    [preview.outcome, preview.preferences],
    ["PUBLISHED", "Who may see posts: Friends (this post); Allow comments: off; Language: English"],
  );
  const unknown = [{ channelId: place.channelId, values: { language: "de" } }];
  assert.equal((await stage.admin("POST", path, { caption: "a", preferences: unknown })).status, 422);
  const scheduledAt = stage.now().slice(0, 10) < "2026-12-05" ? "2026-12-05 12:00:00" : "2027-01-05 12:00:00";
  const postId = await aPost(place, { publishMode: "SCHEDULE", caption: "a", scheduledAt });
  await must(setPost(postId, place.channelId, { audience: "friends" }));
  const [line] = await must(stage.admin("GET", `/brands/${place.brandId}/forecast?days=60`));
  assert.equal(line.outcome, "PUBLISHED");
  await stage.liveUntil(addSeconds(stage.now(), 60 * 24 * 3600));
  assert.deepEqual(
    sent.map(({ preferences }) => preferences.audience),
    ["friends"],
  );
});

test("a post's own values are set only on its channels, only where a post may have some, and only before it leaves", async () => {
  const place = await aPlaceWith({ audience: "everyone" });
  const postId = await aPost(place, { publishMode: "DRAFT", caption: "a" });
  const errorOf = async (reply: Promise<{ readonly status: number; readonly body: { readonly errors: unknown } }>) => {
    const { status, body } = await reply;
    return [status, body.errors];
  };
  assert.deepEqual(await errorOf(setPost(postId, place.channelId, { language: "de" })), [
    422,
    { preferences: "The preference language is the same for all posts of a channel." },
  ]);
  assert.deepEqual(await errorOf(setPost(postId, place.channelId, { audience: "enemies" })), [
    422,
    { preferences: "The preference audience must be one of everyone, friends." },
  ]);
  const { channelId: elsewhere } = await aPlaceWith({ audience: "everyone" });
  assert.deepEqual(await errorOf(setPost(postId, elsewhere, { audience: "friends" })), [
    422,
    { channelId: "The post does not go to this channel." },
  ]);
  assert.equal((await stage.admin("GET", "/posts/999999/preferences")).status, 404);
  assert.equal((await setPost(999_999, place.channelId, { audience: "friends" })).status, 404);
  const published = await publishNow(place, "b");
  assert.deepEqual(await errorOf(setPost(published, place.channelId, { audience: "friends" })), [
    409,
    { post_id: "The post is already published and cannot be changed." },
  ]);
  outcome = { kind: "busy", reason: "Later.", retryAfterSeconds: 60 };
  const leaving = await publishNow(place, "c");
  assert.deepEqual(await errorOf(setPost(leaving, place.channelId, { audience: "friends" })), [
    409,
    { post_id: "The post is being published and cannot be changed." },
  ]);
});

test("of two people who set the same preference, the second is told what the first has chosen, and stores nothing before", async () => {
  const place = await aPlaceWith({ audience: "everyone" });
  const path = `/channels/${place.channelId}/preferences`;
  const choose = (preferences: PreferenceValues, seen: Readonly<Record<string, unknown>>) =>
    stage.admin("PATCH", path, { preferences, seen });
  await must(choose({ audience: "friends" }, { audience: "everyone" }));
  const { status, body } = await choose({ audience: "everyone", comments: true }, { audience: "everyone", comments: false });
  assert.deepEqual(
    [status, body.errors],
    [409, { audience: "Somebody else has changed this in the meantime: it is “Friends” now. To replace that, save yours again." }],
  );
  const values = async () =>
    Object.fromEntries((await must(stage.admin("GET", path))).map((shown: { name: string; value: unknown }) => [shown.name, shown.value]));
  assert.deepEqual(await values(), { audience: "friends", comments: false, language: "en" });
  await must(choose({ audience: "everyone" }, { audience: "friends" }));
  assert.deepEqual(await values(), { audience: "everyone", comments: false, language: "en" });
});

test("what was set is forgotten with the post and with the channel", async () => {
  const place = await aPlaceWith({ audience: "everyone" });
  const owned = () =>
    query<{ id: number }>(stage.app.db, {
      text: "select post_id id from post_preferences where channel_id = $1 order by 1",
      values: [place.channelId],
    });
  const [one, two] = [await aPost(place, { publishMode: "DRAFT" }), await aPost(place, { publishMode: "DRAFT" })];
  for (const id of [one, two]) await must(setPost(id, place.channelId, { audience: "friends" }));
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(place.person.email)}`, { sensitiveActions: true }));
  await must(place.api("DELETE", `/posts/${one}`));
  assert.deepEqual(await owned(), [{ id: two }]);
  await must(stage.admin("DELETE", `/channels/${place.channelId}`));
  assert.deepEqual(await owned(), []);
  const rows = await query(stage.app.db, { text: "select preferences from channels where id = $1", values: [place.channelId] });
  assert.deepEqual(rows, [{ preferences: {} }]);
});
