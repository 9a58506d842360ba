import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { OutgoingPost } from "../../connectors/connector.ts";
import { anImage } from "../../connectors/testing/posts.ts";
import { youtube } from "./index.ts";
import { aPost, aTallVideo, aVideo } from "./testing/posts.ts";
import {
  bodyOf,
  deliver,
  OPENING,
  openStage,
  playlistNamed,
  published,
  rangesSent,
  requestsTo,
  type Stage,
  videosIn,
} from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const PLAYLIST_CALL = { method: "POST", path: /\/playlistItems\?/ } as const;
const THUMBNAIL_CALL = { method: "POST", path: /\/thumbnails\/set/ } as const;
const INSERTED = {
  status: 503,
  body: { error: { code: 503, message: "Down", errors: [{ reason: "backendError" }] } },
  when: "after",
} as const;

async function labelOf(): Promise<string> {
  const [seen, ...others] = await stage.seen();
  assert.deepEqual(others, []);
  return seen?.label ?? "";
}

// Shows YouTube: video, address of the post
test("a video is uploaded with its texts, and published once it is processed", async () => {
  await stage.settings({ processing_seconds: 45 });
  const post = aPost({ options: { tags: ["tea", "green tea"] } });
  const { outcome, delivery } = await published(stage, post);
  const [opening, ...others] = requestsTo(stage, OPENING);
  assert.deepEqual(others, []);
  assert.deepEqual(opening === undefined ? null : bodyOf(opening), {
    snippet: { title: "Croissants", description: "From 7 a.m.\n\n#bread", categoryId: "22", tags: ["tea", "green tea"] },
    status: { privacyStatus: "public", selfDeclaredMadeForKids: false },
  });
  const [seen] = await stage.seen();
  assert.deepEqual(outcome, {
    kind: "published",
    remoteId: seen?.id,
    url: `${stage.baseUrl}/www/watch?v=${seen?.id}`,
  });
  assert.equal(seen?.text, "Croissants\n\nFrom 7 a.m.\n\n#bread");
  assert.match(seen?.label ?? "", /^Video · .*Tags: tea, green tea/);
  const waits = delivery.outcomes.map((step) => (step.kind === "pending" ? step.live : step.kind));
  assert.deepEqual([new Set(waits.slice(0, -1)), waits.at(-1)], [new Set(["maybe"]), "published"]);
  assert.equal((await fetch(outcome.url ?? "")).status, 200);
  const [size] = post.media.map(({ sizeBytes }) => sizeBytes);
  assert.deepEqual(rangesSent(stage), [`0-${(size ?? 0) - 1}/${size}`]);
});

test("what a video has become is known in Europe, too, where pages ask about cookies first", async () => {
  await stage.settings({ asks_about_cookies: true });
  const { outcome } = await published(stage, aPost({ media: [aTallVideo()] }));
  assert.deepEqual([outcome.postType, outcome.note], ["SHORT", undefined]);
});

// Shows YouTube: reel or short
test("an upright video becomes a Short, and its address is that of one", async () => {
  const { outcome } = await published(stage, aPost({ media: [aTallVideo()] }));
  assert.deepEqual([outcome.postType, outcome.url], ["SHORT", `${stage.baseUrl}/www/shorts/${outcome.remoteId}`]);
});

test("a video that YouTube made no Short of keeps its address, and one of which nobody says so is called a probable one", async () => {
  const pretended = { ...aVideo(), width: 360, height: 640 };
  const { outcome } = await published(stage, aPost({ media: [pretended] }));
  assert.deepEqual(
    [outcome.postType, outcome.note, outcome.url],
    [undefined, undefined, `${stage.baseUrl}/www/watch?v=${outcome.remoteId}`],
  );
  stage.fault({ path: /\/www\/shorts\//, act: { status: 302, body: "", headers: { location: "https://consent.example/m" } } });
  const other = await published(stage, aPost({ text: "Another", media: [aTallVideo()] }));
  assert.deepEqual([other.outcome.postType, other.outcome.note], [undefined, "YouTube has probably made it a Short."]);
});

test("a story is a regular video", async () => {
  const { outcome } = await published(stage, aPost({ type: "STORY", asStory: true }));
  assert.equal(outcome.postType, "VIDEO");
});

test("the parts of a thread are one description", async () => {
  await published(stage, aPost({ type: "THREAD", segments: ["First", "Second"] }));
  assert.equal((await stage.seen())[0]?.text, "Croissants\n\nFirst\n\nSecond");
});

test("visibility and audience are those of the channel, or of the post", async () => {
  const account = { ...stage.account, preferences: { visibility: "unlisted", madeForKids: true } };
  await published(stage, aPost(), account);
  assert.match(await labelOf(), /Unlisted.*Made for kids/);
});

test("the language that was chosen goes with title, description and sound", async () => {
  await published(stage, aPost(), { ...stage.account, preferences: { visibility: "public", madeForKids: false, language: "de" } });
  const [opening] = requestsTo(stage, OPENING);
  const { snippet } = bodyOf(opening ?? assert.fail());
  const { defaultLanguage, defaultAudioLanguage } = Object(snippet);
  assert.deepEqual([defaultLanguage, defaultAudioLanguage], ["de", "de"]);
});

const PRIVATE_NOTE =
  /^YouTube made the video private, though it was to be public: change it in YouTube Studio\. If it is locked there, upload it by hand: /;

test("a visibility that YouTube changed is told, and nothing is uploaded again", async () => {
  await stage.settings({ privacy: "private" });
  const { outcome } = await published(stage, aPost());
  assert.match(outcome.note ?? "", PRIVATE_NOTE);
  const asked = { url: outcome.url ?? "", preferences: { visibility: "public" }, settings: null };
  assert.deepEqual([youtube.isOpen?.({ ...asked, note: outcome.note ?? null }), youtube.isOpen?.({ ...asked, note: null })], [false, true]);
  assert.equal(requestsTo(stage, OPENING).length, 1);
});

test("a video that is locked as private while it is processed says so, and so does one that is locked later", async () => {
  await stage.settings({ privacy: "locked", locked_after_seconds: 1 });
  assert.match((await published(stage, aPost())).outcome.note ?? "", PRIVATE_NOTE);
  await stage.settings({ privacy: "locked", locked_after_seconds: 7200 });
  const { remoteId, note } = (await published(stage, aPost({ text: "Later" }))).outcome;
  assert.equal(note, undefined);
  const look = (said: string | null, visibility: string) =>
    youtube.afterwards?.([{ remoteId, note: said, preferences: { visibility } }], stage.account, stage.call());
  assert.deepEqual(await look(null, "public"), {});
  stage.pass(7200);
  const later = await look(null, "public");
  assert.match(later?.[remoteId] ?? "", PRIVATE_NOTE);
  assert.deepEqual([await look(later?.[remoteId] ?? null, "public"), await look(null, "private")], [{}, {}]);
});

// Shows YouTube: own options
test("a video goes into the playlists of its channel, once each", async () => {
  const [talks, recipes] = [await playlistNamed(stage, "Talks"), await playlistNamed(stage, "Recipes")];
  const playlists = [{ channelId: stage.account.channelId, playlistIds: [talks, recipes, talks] }];
  const { outcome } = await published(stage, aPost({ options: { playlists } }));
  assert.deepEqual([await videosIn(stage, talks), await videosIn(stage, recipes)], [[outcome.remoteId], [outcome.remoteId]]);
  assert.equal(outcome.note, undefined);
});

const withPlaylist = async (name: string): Promise<Partial<OutgoingPost>> => ({
  options: { playlists: [{ channelId: stage.account.channelId, playlistIds: [await playlistNamed(stage, name)] }] },
});

test("a playlist whose answer was lost is looked at, and takes the video once", async () => {
  stage.fault({ ...PLAYLIST_CALL, act: INSERTED });
  const { outcome } = await published(stage, aPost(await withPlaylist("Talks")));
  assert.deepEqual(await videosIn(stage, await playlistNamed(stage, "Talks")), [outcome.remoteId]);
  assert.deepEqual([requestsTo(stage, PLAYLIST_CALL).length, outcome.note], [1, undefined]);
});

test("a playlist that did not take it is asked again after two looks, and once only", async () => {
  stage.fault({ ...PLAYLIST_CALL, act: "drop" });
  const first = await published(stage, aPost(await withPlaylist("Talks")));
  assert.deepEqual(await videosIn(stage, await playlistNamed(stage, "Talks")), [first.outcome.remoteId]);
  stage.exchanges.length = 0;
  stage.fault({ ...PLAYLIST_CALL, act: "drop", times: 2 });
  const second = await published(stage, aPost({ ...(await withPlaylist("Recipes")), text: "Another" }));
  assert.match(second.outcome.note ?? "", /may not be in the playlist .*: YouTube gave no answer, twice, and does not list it\.$/);
  assert.equal(requestsTo(stage, PLAYLIST_CALL).length, 2);
});

for (const [what, act, calls] of [
  ["was taken without an answer", INSERTED, 1],
  ["did not arrive", "drop", 2],
] as const) {
  test(`a place in a playlist that ${what} before the upgrade is there once after it`, async () => {
    const talks = await playlistNamed(stage, "Talks");
    stage.fault({ ...PLAYLIST_CALL, act });
    const delivery = deliver(stage, aPost(await withPlaylist("Talks")));
    assert.equal((await delivery.publish()).kind, "pending");
    const { state, firstAt, lastAt, refusals, lost, looks, reason } = Object(delivery.checkpoint.get(`playlist ${talks}`));
    assert.deepEqual([state, refusals, lost, looks], ["open", 0, 0, 0]);
    await delivery.checkpoint.set(`playlist ${talks}`, { state, firstAt, lastAt, refusals, lost, looks, reason });
    const outcome = await delivery.toEnd();
    assert.ok(outcome.kind === "published" && outcome.note === undefined, JSON.stringify(outcome));
    assert.deepEqual([await videosIn(stage, talks), requestsTo(stage, PLAYLIST_CALL).length], [[outcome.remoteId], calls]);
  });
}

test("a playlist that does not take a new video yet is asked again after half a minute and five", async () => {
  await stage.settings({ playlist_ready_seconds: 100 });
  const { outcome } = await published(stage, aPost(await withPlaylist("Talks")));
  assert.deepEqual([requestsTo(stage, PLAYLIST_CALL).length, outcome.note], [3, undefined]);
});

test("a playlist that is refused leaves the video published, with the reason", async () => {
  const playlists = [{ channelId: stage.account.channelId, playlistIds: ["PLgone"] }];
  const { outcome } = await published(stage, aPost({ options: { playlists } }));
  assert.match(outcome.note ?? "", /^The video may not be in the playlist PLgone: YouTube: .*playlistNotFound\)\.$/);
});

test("the first image beside a video is its thumbnail, set once the video is processed", async () => {
  await stage.settings({ processing_seconds: 45 });
  const image = await anImage();
  const { outcome } = await published(stage, aPost({ type: "MULTIMEDIA", media: [image, aTallVideo()] }));
  const [call, ...others] = requestsTo(stage, THUMBNAIL_CALL);
  assert.deepEqual([others, call?.request.headers?.["content-type"], outcome.postType], [[], "image/png", "SHORT"]);
  assert.equal(call?.reply.kind === "answered" && call.reply.status, 200);
});

test("a thumbnail is tried again after an outage, and never keeps the video from being published", async () => {
  stage.fault({ ...THUMBNAIL_CALL, act: "drop" });
  const media = [aVideo(), await anImage()];
  const { outcome } = await published(stage, aPost({ type: "MULTIMEDIA", media }));
  assert.deepEqual([requestsTo(stage, THUMBNAIL_CALL).length, outcome.note], [2, undefined]);
  await stage.settings({ verified: false });
  const denied = await published(stage, aPost({ type: "MULTIMEDIA", media, text: "Another" }));
  assert.match(denied.outcome.note ?? "", /^The image was not made the thumbnail: .*only verified channels have their own\.$/);
  await stage.settings({ thumbnails_a_day: 0 });
  const many = await published(stage, aPost({ type: "MULTIMEDIA", media, text: "A third" }));
  assert.equal(many.outcome.note, "The image was not made the thumbnail: the channel has set too many thumbnails lately.");
});

test("a thumbnail that cannot be read from the storage is tried three times, and never leaves the video undecided", async () => {
  const lost = { ...(await anImage({ name: "lost.jpg" })), image: async () => Promise.reject(new Error("lost.jpg is not in the storage")) };
  const { outcome } = await published(stage, aPost({ type: "MULTIMEDIA", media: [aVideo(), lost] }));
  assert.equal(
    outcome.note,
    "The image was not made the thumbnail: the image lost.jpg could not be read (lost.jpg is not in the storage).",
  );
});

test("a video that YouTube rejects has failed, with YouTube's reason, and is not uploaded again", async () => {
  await stage.settings({ rejection_reason: "copyright" });
  const outcome = await deliver(stage, aPost()).toEnd();
  assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
  assert.match(outcome.reason, /^YouTube rejected the video \(copyright\)\. It is still in YouTube Studio/);
  assert.equal(requestsTo(stage, OPENING).length, 1);
});

test("a video that YouTube cannot process has failed, with YouTube's reason", async () => {
  const noVideo = aVideo({ sizeBytes: 8, file: async () => new File(["no video"], "a.mp4", { type: "video/mp4" }) });
  const outcome = await deliver(stage, aPost({ media: [noVideo] })).toEnd();
  assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
  assert.match(outcome.reason, /^YouTube could not process the video \(\w+\)\. It is still in YouTube Studio/);
});

test("a video that failed is uploaded anew when somebody has the post tried again", async () => {
  const delivery = deliver(stage, aPost());
  await stage.settings({ rejection_reason: "copyright" });
  assert.equal((await delivery.toEnd()).kind, "rejected");
  await stage.settings({});
  await delivery.tryAgain();
  const outcome = await delivery.toEnd();
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  assert.equal(requestsTo(stage, OPENING).length, 2);
});

test("a video that YouTube has accepted since is published when somebody has the post tried again, and not uploaded once more", async () => {
  const delivery = deliver(stage, aPost());
  await stage.settings({ rejection_reason: "copyright" });
  const rejected = await delivery.toEnd();
  assert.equal(rejected.kind, "rejected");
  const STATUS = { method: "GET", path: /\/videos\?.*processingDetails/ } as const;
  const processed = { status: 200, body: { items: [{ status: { uploadStatus: "processed" } }] } };
  stage.fault({ ...STATUS, act: { status: 503, body: "" } }, { ...STATUS, act: processed, times: 2 });
  assert.equal((await delivery.tryAgain()).kind, "busy", "nobody knows yet");
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.equal(requestsTo(stage, OPENING).length, 1);
});

test("a token that has ended is told when a failed video is asked about again", async () => {
  const delivery = deliver(stage, aPost());
  await stage.settings({ rejection_reason: "copyright" });
  assert.equal((await delivery.toEnd()).kind, "rejected");
  const act = { status: 401, body: { error: { code: 401, message: "Invalid Credentials", errors: [{ reason: "authError" }] } } };
  stage.fault({ method: "GET", path: /\/videos\?.*processingDetails/, act });
  assert.equal((await delivery.tryAgain()).kind, "unauthorized");
});

test("a video that somebody deletes while it is processed has failed, and is uploaded anew when the post is tried again", async () => {
  await stage.settings({ processing_seconds: 20_000 });
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.publish()).kind, "pending");
  for (const { id } of await stage.world.objects.list("video")) await stage.world.objects.delete("video", id);
  assert.deepEqual(await delivery.toEnd(), {
    kind: "rejected",
    reason: "The video was deleted on YouTube while it was being processed.",
  });
  await stage.settings({});
  await delivery.tryAgain();
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.equal(requestsTo(stage, OPENING).length, 2);
});

test("a video that is still being processed after an hour counts as published, with a note", async () => {
  await stage.settings({ processing_seconds: 20_000 });
  const { outcome, delivery } = await published(stage, aPost());
  assert.equal(outcome.note, "YouTube had not processed the video within an hour.");
  const checks = delivery.outcomes.filter(({ kind }) => kind === "pending").length;
  assert.ok(checks < 45, `${checks} checks`);
});

test("publishing a published delivery again uploads nothing", async () => {
  const { delivery, outcome } = await published(stage, aPost());
  assert.deepEqual(await delivery.publish(), outcome);
  assert.equal(requestsTo(stage, OPENING).length, 1);
});
