import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { aPlace, aPost, entries, type Place } from "../../../testing/builders.ts";
import { aPicture, uploaded } from "../../../testing/media.ts";
import { openStage, type Stage } from "../../../testing/stage.ts";
import { setFault } from "../../sandbox/faults.ts";
import { sandboxOn } from "../../sandbox/networks.ts";
import { linkedinSandbox } from "../sandbox/index.ts";

/** The whole service, with its engine, database and grants. */
let stage: Stage;
before(async () => {
  stage = await openStage({
    ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0",
    ROSTRUM_LINKEDIN_CLIENT_ID: "profiles",
    ROSTRUM_LINKEDIN_CLIENT_SECRET: "one",
    ROSTRUM_LINKEDIN_SCOPES: "openid, profile w_member_social",
    ROSTRUM_LINKEDIN_API_VERSION: "202511",
  });
});
after(() => stage[Symbol.asyncDispose]());

const world = () => sandboxOn({ db: stage.app.db, now: stage.now, sandboxUrl: stage.app.sandboxUrl ?? "" }).world(linkedinSandbox);
const seen = async (words: string) => (await linkedinSandbox.feed(world(), { limit: 1000 })).filter(({ text }) => text.includes(words));
const minutes = (count: number) => stage.liveUntil(addSeconds(stage.now(), count * 60));
const onLinkedIn = () => aPlace(stage, { channels: ["LinkedIn"] });

async function published(place: Place, body: Readonly<Record<string, unknown>>) {
  await aPost(place, { publishMode: "IMMEDIATE", ...body });
  await minutes(10);
  return entries(place, "PUBLISHED");
}

test("a story with a picture goes out as a regular post, with its address and its comment", async () => {
  await world().objects.put("settings", "linkedin", { oldest_version: "202511" });
  const place = await onLinkedIn();
  const media = [{ id: await uploaded(stage, place, { bytes: await aPicture("#c80"), name: "one.png" }) }];
  const body = { caption: "Two (warm) rolls", alt: "Rolls", media, postAsStory: true, comment: { comment: "Until noon (only)", delay: 0 } };
  const [entry] = await published(place, body);
  const [post] = await seen("Two (warm) rolls");
  assert.deepEqual([entry.postType, entry.url, post?.media.length], ["IMAGE", post?.url, 1]);
  const [comment] = await seen("Until noon (only)");
  assert.equal(comment?.replyTo, post?.id);
});

test("a lost answer and a list that lags leave one post", async () => {
  const place = await onLinkedIn();
  await setFault(world(), { network: "linkedin", kind: "cut-after", requests: "posts", seed: 1, count: 1 });
  await setFault(world(), { network: "linkedin", kind: "late-lists", requests: "posts", seed: 1, seconds: 90 });
  await published(place, { caption: "Only one loaf" });
  await minutes(30);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  assert.equal((await seen("Only one loaf")).length, 1);
});

test("the operator sees both applications, what the second one lacks, and that the version has ended", async () => {
  const { data } = (await stage.admin("GET", "/networks")).body;
  const row = data.find(({ type }: { type: string }) => type === "LinkedIn");
  assert.deepEqual(
    row.logIns.map(({ network, application, clientId, source }: Record<string, unknown>) => [network, application, clientId, source]),
    [
      ["LinkedIn", "linkedin", "profiles", "environment"],
      ["LinkedIn Pages", "linkedin-pages", null, null],
    ],
  );
  const [pages, version] = row.lacks;
  assert.match(
    pages,
    /^To log in at LinkedIn Pages, register an application there \(docs\/networks\/linkedin\.md\) with the redirect address \S+\/connect\/linkedin-pages\/callback, then set ROSTRUM_LINKEDIN_PAGES_CLIENT_ID and ROSTRUM_LINKEDIN_PAGES_CLIENT_SECRET/,
  );
  assert.match(version, /^LinkedIn ended the version 202511 of its API on 2026-11-16/);
  assert.deepEqual(stage.app.config.applications.linkedin?.scopes, ["openid", "profile", "w_member_social"]);
});

test("the second application is set by its name, and no other name is taken", async () => {
  const set = (application: string) =>
    stage.admin("POST", "/networks", { type: "LinkedIn", application, clientId: "pages", clientSecret: "two" });
  const { status, body } = await set("linkedin-groups");
  assert.deepEqual([status, body.message], [422, "LinkedIn has no application linkedin-groups, only linkedin, linkedin-pages."]);
  assert.equal((await set("linkedin-pages")).status, 200);
  const { data } = (await stage.admin("GET", "/networks")).body;
  const { logIns } = data.find(({ type }: { type: string }) => type === "LinkedIn");
  assert.deepEqual(
    logIns.map(({ clientId, source }: Record<string, unknown>) => [clientId, source]),
    [
      ["profiles", "environment"],
      ["pages", "set"],
    ],
  );
});
