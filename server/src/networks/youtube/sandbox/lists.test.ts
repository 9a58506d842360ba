import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { clearFaults } from "../../sandbox/faults.ts";
import { youtubeSandbox } from "./index.ts";
import { fieldsIn, itemsIn, openStage, recordOf, refusalIn, type Stage, textAt } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const uploads = () => `UU${stage.channelId.slice(2)}`;
const playlists = async (query = "mine=true", token?: string) =>
  itemsIn(await stage.ask("GET", `/playlists?part=id,snippet&${query}`, token === undefined ? {} : { token }));
const playlistNamed = async (title: string) => {
  const found = (await playlists()).find(({ snippet }) => recordOf(snippet).title === title);
  return textAt(found, "id");
};
const insert = (playlistId: string, videoId: string, token?: string) =>
  stage.ask("POST", "/playlistItems?part=snippet", {
    body: { snippet: { playlistId, resourceId: { kind: "youtube#video", videoId } } },
    ...(token === undefined ? {} : { token }),
  });
const listed = async (query: string, token?: string) => {
  const path = `/playlistItems?part=snippet,contentDetails&maxResults=50&${query}`;
  return itemsIn(await stage.ask("GET", path, token === undefined ? {} : { token })).map(({ contentDetails }) =>
    textAt(contentDetails, "videoId"),
  );
};
const comment = (videoId: string, textOriginal = "First") =>
  stage.ask("POST", "/commentThreads?part=snippet", {
    body: { snippet: { videoId, topLevelComment: { snippet: { textOriginal } } } },
  });

test("the list of uploads has the newest first, and private videos for their owner alone", async () => {
  const first = await stage.video();
  stage.pass(5);
  const second = await stage.video({ status: { privacyStatus: "private" } });
  assert.deepEqual(await listed(`playlistId=${uploads()}`), [second, first]);
  assert.deepEqual(await listed(`playlistId=${uploads()}`, await stage.tokenOf({ name: "Ada" })), [first]);
  const [item] = itemsIn(await stage.ask("GET", `/playlistItems?part=snippet&playlistId=${uploads()}`));
  const { title, publishedAt, videoOwnerChannelId } = recordOf(recordOf(item).snippet);
  assert.deepEqual([title, publishedAt, videoOwnerChannelId], ["My clip", "2026-11-21T09:00:05Z", stage.channelId]);
});

test("lists come in pages", async () => {
  for (let count = 0; count < 3; count += 1) await stage.video();
  const seen: unknown[] = [];
  let query = "";
  for (let page = 0; page < 3; page += 1) {
    const answer = await stage.ask("GET", `/playlistItems?part=id&maxResults=1&playlistId=${uploads()}${query}`);
    assert.deepEqual(fieldsIn(answer).pageInfo, { totalResults: 3, resultsPerPage: 1 });
    seen.push(...itemsIn(answer).map(({ id }) => id));
    query = `&pageToken=${fieldsIn(answer).nextPageToken}`;
  }
  assert.equal(query, "&pageToken=undefined");
  assert.equal(new Set(seen).size, 3);
  const path = `/playlistItems?part=id&playlistId=${uploads()}`;
  assert.deepEqual(refusalIn(await stage.ask("GET", `${path}&pageToken=x`)), [400, "invalidPageToken"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `${path}&maxResults=51`)), [400, "invalidParameter"]);
});

test("with the fault late-lists new videos, places and comments show late", async () => {
  await stage.fault("late-lists", { seconds: 60 });
  const id = await stage.video();
  const talks = await playlistNamed("Talks");
  assert.equal((await insert(talks, id)).status, 200);
  assert.equal((await comment(id)).status, 200);
  const lengths = async () => {
    const threads = itemsIn(await stage.ask("GET", `/commentThreads?part=id&videoId=${id}`));
    return [(await listed(`playlistId=${uploads()}`)).length, (await listed(`playlistId=${talks}`)).length, threads.length];
  };
  stage.pass(59);
  assert.deepEqual(await lengths(), [0, 0, 0]);
  stage.pass(1);
  assert.deepEqual(await lengths(), [1, 1, 1]);
});

test("set so, the list of uploads alone is late", async () => {
  await stage.set({ uploads_late_seconds: 900 });
  const id = await stage.video();
  assert.deepEqual(await listed(`playlistId=${uploads()}`), []);
  assert.deepEqual(itemsIn(await stage.ask("GET", `/videos?part=id&id=${id}`)).length, 1);
  stage.pass(900);
  assert.deepEqual(await listed(`playlistId=${uploads()}`), [id]);
});

test("with the fault lists-refused lists and questions are forbidden, and the token is good for the rest", async () => {
  await stage.fault("lists-refused", { count: 2 });
  assert.deepEqual(refusalIn(await stage.ask("GET", `/playlistItems?part=id&playlistId=${uploads()}`)), [403, "forbidden"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/videos?part=id&id=a")), [403, "forbidden"]);
  await clearFaults(stage.world, null);
  assert.deepEqual(await listed(`playlistId=${uploads()}`), []);
});

test("a channel's playlists are listed, others see the public ones", async () => {
  const names = (items: readonly Record<string, unknown>[]) => items.map(({ snippet }) => recordOf(snippet).title);
  assert.deepEqual(names(await playlists()), ["Talks", "Recipes", "Drafts"]);
  const token = await stage.tokenOf({ name: "Ada" });
  assert.deepEqual(names(await playlists(`channelId=${stage.channelId}`, token)), ["Talks", "Recipes"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/playlists?part=id")), [400, "missingRequiredParameter"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/playlists?part=id&channelId=UCx")), [404, "channelNotFound"]);
});

test("a playlist takes the same video twice, and is asked for one video", async () => {
  const [first, second] = [await stage.video(), await stage.video()];
  const talks = await playlistNamed("Talks");
  const { snippet } = fieldsIn(await insert(talks, first));
  assert.deepEqual([recordOf(snippet).position, recordOf(snippet).playlistId], [0, talks]);
  for (const id of [first, second]) assert.equal((await insert(talks, id)).status, 200);
  assert.deepEqual(await listed(`playlistId=${talks}`), [first, first, second]);
  assert.deepEqual(await listed(`playlistId=${talks}&videoId=${first}`), [first, first]);
  const feed = await youtubeSandbox.feed(stage.world, { limit: 10 });
  assert.match(feed.find(({ id }) => id === first)?.label ?? "", /Playlists: Talks, Talks/);
});

test("places are refused in playlists of others, in none, for no video, and when it is full", async () => {
  const id = await stage.video();
  const [talks, drafts] = [await playlistNamed("Talks"), await playlistNamed("Drafts")];
  const token = await stage.tokenOf({ name: "Ada" });
  assert.deepEqual(refusalIn(await insert(talks, id, token)), [403, "playlistItemsNotAccessible"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/playlistItems?part=id&playlistId=${drafts}`, { token })), [
    403,
    "playlistItemsNotAccessible",
  ]);
  assert.deepEqual(refusalIn(await insert("PLx", id)), [404, "playlistNotFound"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/playlistItems?part=id&playlistId=PLx")), [404, "playlistNotFound"]);
  assert.deepEqual(refusalIn(await insert(talks, "gone1234567")), [404, "videoNotFound"]);
  assert.deepEqual(refusalIn(await insert(uploads(), id)), [400, "playlistOperationUnsupported"]);
  assert.deepEqual(refusalIn(await insert("", id)), [400, "playlistIdRequired"]);
  await stage.set({ playlist_items_max: 0 });
  assert.deepEqual(refusalIn(await insert(talks, id)), [403, "playlistContainsMaximumNumberOfVideos"]);
  await stage.set({ playlist_ready_seconds: 30 });
  assert.deepEqual(refusalIn(await insert(talks, id)), [400, "failedPrecondition"]);
  stage.pass(30);
  assert.equal((await insert(talks, id)).status, 200);
});

test("a comment is on the video, and its words come back to its author alone", async () => {
  const id = await stage.video();
  const thread = fieldsIn(await comment(id, 'Rye & "oat"'));
  await youtubeSandbox.react(stage.world, id, { kind: "comment", text: "Lovely" });
  const threadsFor = async (query: string, token?: string) => {
    const path = `/commentThreads?part=snippet,replies&videoId=${id}${query}`;
    return itemsIn(await stage.ask("GET", path, token === undefined ? {} : { token }));
  };
  const shown = await threadsFor("&order=time&maxResults=100&textFormat=plainText");
  const words = shown.map(({ snippet }) => recordOf(recordOf(recordOf(snippet).topLevelComment).snippet));
  assert.deepEqual(
    words.map(({ textOriginal, textDisplay, authorChannelId }) => [textOriginal, textDisplay, authorChannelId]),
    [
      [undefined, "Lovely", undefined],
      ['Rye & "oat"', 'Rye & "oat"', { value: stage.channelId }],
    ],
  );
  const foreign = JSON.stringify(await threadsFor("", await stage.tokenOf({ name: "Ada" })));
  assert.match(foreign, /Rye &amp; &quot;oat&quot;/);
  assert.doesNotMatch(foreign, /textOriginal/);
  await youtubeSandbox.react(stage.world, String(thread.id), { kind: "comment", text: "Thanks" });
  await youtubeSandbox.react(stage.world, String(thread.id), { kind: "like" });
  const [answered] = itemsIn(await stage.ask("GET", `/commentThreads?part=snippet,replies&id=${thread.id}`));
  assert.equal(recordOf(answered?.snippet).totalReplyCount, 1);
  const feed = await youtubeSandbox.feed(stage.world, { limit: 10 });
  assert.deepEqual(
    feed.map(({ author, text, replyTo, counts }) => [author, text, replyTo, counts.likes]),
    [
      ["Reader", "Thanks", thread.id, 0],
      ["Reader", "Lovely", id, 0],
      ["@cornerbakery", 'Rye & "oat"', id, 1],
      ["@cornerbakery", "My clip", null, 0],
    ],
  );
});

test("comments that wait for a moderator are shown when they are asked for, to the owner alone", async () => {
  const id = await stage.video();
  await stage.set({ comment_moderation: "heldForReview" });
  await comment(id);
  const count = async (status: string) =>
    itemsIn(await stage.ask("GET", `/commentThreads?part=id&videoId=${id}&moderationStatus=${status}`)).length;
  assert.deepEqual([await count("published"), await count("heldForReview"), await count("likelySpam")], [0, 1, 0]);
  const token = await stage.tokenOf({ name: "Ada" });
  const path = `/commentThreads?part=id&videoId=${id}&moderationStatus=heldForReview`;
  assert.deepEqual(refusalIn(await stage.ask("GET", path, { token })), [403, "forbidden"]);
  assert.equal((await youtubeSandbox.feed(stage.world, { limit: 10 })).length, 1);
});

test("comments are refused where they are disabled, empty, too long, or on no video", async () => {
  const id = await stage.video();
  const kids = await stage.video({ status: { selfDeclaredMadeForKids: true } });
  const hidden = await stage.video({ status: { privacyStatus: "private" } });
  for (const closed of [kids, hidden]) assert.deepEqual(refusalIn(await comment(closed)), [403, "commentsDisabled"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/commentThreads?part=id&videoId=${kids}`)), [403, "commentsDisabled"]);
  assert.deepEqual(refusalIn(await comment(id, " ")), [400, "commentTextRequired"]);
  assert.deepEqual(refusalIn(await comment(id, "a".repeat(10_001))), [400, "commentTextTooLong"]);
  assert.deepEqual(refusalIn(await comment("gone1234567")), [404, "videoNotFound"]);
  assert.equal((await comment(id, "a".repeat(10_000))).status, 200);
});

test("a comment whose answer is lost is there", async () => {
  const id = await stage.video();
  await stage.fault("error-after");
  assert.deepEqual(refusalIn(await comment(id)), [500, "backendError"]);
  await stage.fault("error-before");
  assert.deepEqual(refusalIn(await comment(id)), [500, "backendError"]);
  assert.equal(itemsIn(await stage.ask("GET", `/commentThreads?part=id&videoId=${id}`)).length, 1);
});
