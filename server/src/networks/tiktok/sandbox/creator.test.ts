import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { clearFaults } from "../../sandbox/faults.ts";
import { DOCUMENTED_RATES } from "./calls.ts";
import { dataIn, FILM, openStage, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const info = (token?: string) => stage.post("/post/publish/creator_info/query/", {}, token);
const direct = (privacy_level: string, token?: string) =>
  stage.post(
    "/post/publish/video/init/",
    {
      post_info: { privacy_level },
      source_info: { source: "FILE_UPLOAD", video_size: FILM.byteLength, chunk_size: FILM.byteLength, total_chunk_count: 1 },
    },
    token,
  );

test("a creator has a name, a picture, viewers to choose from, and a longest video", async () => {
  assert.deepEqual(dataIn(await info()), {
    creator_avatar_url: `${stage.world.baseUrl}/www/portrait.png`,
    creator_username: "corner_bakery",
    creator_nickname: "Corner Bakery",
    privacy_level_options: ["PUBLIC_TO_EVERYONE", "MUTUAL_FOLLOW_FRIENDS", "SELF_ONLY"],
    comment_disabled: false,
    duet_disabled: false,
    stitch_disabled: false,
    max_video_post_duration_sec: 600,
  });
  await stage.set({ comment_disabled: true, stitch_disabled: true, max_video_seconds: 60 });
  const { comment_disabled, duet_disabled, stitch_disabled, max_video_post_duration_sec } = dataIn(await info());
  assert.deepEqual([comment_disabled, duet_disabled, stitch_disabled, max_video_post_duration_sec], [true, false, true, 60]);
});

test("a private account is one by its name or by the settings, and has followers for viewers", async () => {
  const token = await stage.tokenOf("Private Bakery");
  for (const creator of [token, stage.token]) {
    const { privacy_level_options, duet_disabled } = dataIn(await info(creator));
    assert.deepEqual([privacy_level_options, duet_disabled], [["FOLLOWER_OF_CREATOR", "MUTUAL_FOLLOW_FRIENDS", "SELF_ONLY"], true]);
    assert.deepEqual(refusalIn(await direct("PUBLIC_TO_EVERYONE", creator)), [403, "privacy_level_option_mismatch"]);
    dataIn(await direct("FOLLOWER_OF_CREATOR", creator));
    await stage.set({ private_accounts: ["corner_bakery"] });
  }
});

test("viewers must be chosen, from those that are offered now, and branded content cannot be private", async () => {
  await stage.set({ privacy_level_options: ["SELF_ONLY"] });
  assert.deepEqual(dataIn(await info()).privacy_level_options, ["SELF_ONLY"]);
  assert.deepEqual(refusalIn(await direct("PUBLIC_TO_EVERYONE")), [403, "privacy_level_option_mismatch"]);
  assert.deepEqual(refusalIn(await stage.initVideo({ privacy_level: undefined })), [400, "invalid_params"]);
  assert.deepEqual(refusalIn(await stage.initPhotos({ info: { privacy_level: undefined } })), [403, "privacy_level_option_mismatch"]);
  const branded = { privacy_level: "SELF_ONLY", brand_content_toggle: true };
  assert.deepEqual(refusalIn(await stage.initVideo(branded)), [400, "invalid_params"]);
  assert.deepEqual(refusalIn(await stage.initVideo({ title: "x".repeat(2201) })), [400, "invalid_params"]);
});

test("an application that is not audited posts for the creator alone, to private accounts", async () => {
  await stage.set({ audited: false });
  const code = "unaudited_client_can_only_post_to_private_accounts";
  assert.deepEqual(refusalIn(await direct("PUBLIC_TO_EVERYONE")), [403, code]);
  assert.deepEqual(refusalIn(await direct("SELF_ONLY")), [403, code]);
  const token = await stage.tokenOf("Private Bakery");
  assert.deepEqual(refusalIn(await direct("FOLLOWER_OF_CREATOR", token)), [403, code]);
  dataIn(await direct("SELF_ONLY", token));
});

test("an application that is not audited has five creators a day, one that is has as many as are set", async () => {
  const tokens = await Promise.all(["One", "Two", "Three", "Four", "Five", "Six"].map((name) => stage.tokenOf(`${name} private`)));
  const inits = async () => {
    const answers = [];
    for (const token of tokens) answers.push((await direct("SELF_ONLY", token)).status);
    return answers;
  };
  await stage.set({ audited: false });
  assert.deepEqual(await inits(), [200, 200, 200, 200, 200, 403]);
  assert.deepEqual(refusalIn(await direct("SELF_ONLY", tokens[5])), [403, "reached_active_user_cap"]);
  assert.deepEqual(refusalIn(await info(tokens[5])), [200, "reached_active_user_cap"]);
  dataIn(await info(tokens[0]));
  await stage.set({ users_per_day: 6 });
  assert.deepEqual(await inits(), [200, 200, 200, 200, 200, 200]);
  assert.deepEqual(refusalIn(await direct("SELF_ONLY")), [403, "reached_active_user_cap"]);
  stage.pass(86_400);
  dataIn(await direct("SELF_ONLY", await stage.tokenOf("Corner Bakery")));
});

test("a creator who may not post learns it from creator_info, with 200, and is refused", async () => {
  await stage.set({ banned_accounts: ["corner_bakery"] });
  assert.deepEqual(refusalIn(await info()), [200, "spam_risk_user_banned_from_posting"]);
  assert.deepEqual(refusalIn(await direct("SELF_ONLY")), [403, "spam_risk_user_banned_from_posting"]);
  assert.deepEqual(refusalIn(await stage.initDraft()), [403, "spam_risk_user_banned_from_posting"]);
  await stage.set({ banned_accounts: ["corner_bakery"], errors_with_200: false });
  assert.deepEqual(refusalIn(await info()), [403, "spam_risk_user_banned_from_posting"]);
});

test("set so, posts of a day are counted once their files are here, and drafts are not among them", async () => {
  await stage.set({ posts_per_day: 2 });
  for (const _ of [1, 2, 3]) dataIn(await stage.initVideo());
  await stage.published();
  dataIn(await stage.initPhotos());
  for (const answer of [await stage.initVideo(), await stage.initPhotos()]) {
    assert.deepEqual(refusalIn(answer), [403, "spam_risk_too_many_posts"]);
  }
  assert.deepEqual(refusalIn(await info()), [200, "spam_risk_too_many_posts"]);
  dataIn(await stage.initDraft());
  stage.pass(86_400);
  const token = await stage.tokenOf("Corner Bakery");
  dataIn(await info(token));
});

test("the sixth draft within a day is refused, also if the others never got a file", async () => {
  for (const _ of [1, 2, 3, 4, 5]) dataIn(await stage.initDraft());
  assert.deepEqual(refusalIn(await stage.initDraft()), [403, "spam_risk_too_many_pending_share"]);
  assert.deepEqual(refusalIn(await stage.initPhotos({ mode: "MEDIA_UPLOAD" })), [403, "spam_risk_too_many_pending_share"]);
  dataIn(await stage.initVideo());
  stage.pass(86_400);
  dataIn(await stage.post("/post/publish/inbox/video/init/", { source_info: ONE_BYTE }, await stage.tokenOf("Corner Bakery")));
});

const ONE_BYTE = { source: "FILE_UPLOAD", video_size: 1, chunk_size: 1, total_chunk_count: 1 };

test("the fault quota makes posts and drafts look used up, and leaves statuses alone", async () => {
  const id = await stage.published();
  await stage.fault("quota");
  assert.deepEqual(refusalIn(await info()), [200, "spam_risk_too_many_posts"]);
  assert.deepEqual(refusalIn(await stage.initVideo()), [403, "spam_risk_too_many_posts"]);
  assert.deepEqual(refusalIn(await stage.initDraft()), [403, "spam_risk_too_many_pending_share"]);
  assert.equal((await stage.statusOf(id)).status, "PUBLISH_COMPLETE");
  await clearFaults(stage.world, "quota");
  dataIn(await stage.initVideo());
});

test("set so, everything that begins is refused with a code of TikTok's", async () => {
  await stage.set({ init_refusal: { code: "spam_risk_text" } });
  for (const answer of [await stage.initVideo(), await stage.initDraft(), await stage.initPhotos()]) {
    assert.deepEqual(refusalIn(answer), [403, "spam_risk_text"]);
  }
  await stage.set({ init_refusal: { status: 400, code: "app_version_check_failed" } });
  assert.deepEqual(refusalIn(await stage.initVideo()), [400, "app_version_check_failed"]);
  assert.deepEqual(stage.fetched, []);
});

test("set so, a token has as many calls a minute as documented", async () => {
  await stage.set({ rates: DOCUMENTED_RATES });
  const other = await stage.tokenOf("Ada");
  const statuses = async (count: number, ask: () => Promise<{ readonly status: number }>) => {
    const seen = [];
    for (let index = 0; index < count; index += 1) seen.push((await ask()).status);
    return seen;
  };
  const allBut = (count: number) => [...Array.from({ length: count }, () => 200), 429];
  assert.deepEqual(await statuses(7, () => stage.initVideo()), allBut(6));
  assert.deepEqual(refusalIn(await stage.initPhotos()), [429, "rate_limit_exceeded"]);
  assert.deepEqual(await statuses(21, () => info()), allBut(20));
  const status = () => stage.post("/post/publish/status/fetch/", { publish_id: "x" });
  assert.deepEqual(await statuses(31, status), allBut(30));
  dataIn(await direct("SELF_ONLY", other));
  stage.pass(59);
  assert.equal((await info()).status, 429);
  stage.pass(1);
  dataIn(await info());
  dataIn(await stage.initVideo());
});
