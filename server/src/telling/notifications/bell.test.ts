import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { PublishOutcome } from "../../networks/connectors/connector.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let outcome: PublishOutcome;

before(async () => {
  stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: { ...instantConnector("Mastodon"), publish: async () => outcome },
    Telegram: { ...instantConnector("Telegram"), publish: async () => ({ kind: "published", remoteId: "1", url: null }) },
  });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => {
  outcome = { kind: "rejected", reason: "Too rude." };
});

async function aMember(place: Place, role: string | null = null): Promise<Dashboard> {
  const email = role === null ? place.person.email : `${role}.${place.brandId}@example.org`;
  if (role !== null) {
    await must(stage.admin("POST", "/users", { name: role, email, password: "correct horse" }));
    await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role }));
  } else await must(stage.admin("POST", "/users/password", { user: email, password: "correct horse" }));
  return aDashboard(stage, email);
}

async function publishPost(place: Place, caption = "Friday rolls"): Promise<number> {
  stage.pass(60);
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption });
  await stage.settle();
  return id;
}

function bellOf(dashboard: Dashboard) {
  return must(dashboard.call("GET", "/notices"));
}

test("the bell tells every member what failed, with where and why, and nothing of other brands or of what arrived", async () => {
  const [place, other] = [await aPlace(stage, { channels: ["Mastodon", "Telegram"] }), await aPlace(stage)];
  const dashboard = await aMember(place, "viewer");
  await publishPost(other);
  const postId = await publishPost(place);
  const at = stage.now();
  outcome = { kind: "published", remoteId: "1", url: null };
  await publishPost(place, "Arrives");
  const { unread, notices } = await bellOf(dashboard);
  const [{ id, ...notice }] = notices;
  assert.deepEqual([unread, notices.length, typeof id], [1, 1, "number"]);
  assert.deepEqual(notice, {
    kind: "POST",
    brandId: place.brandId,
    at,
    isUnread: true,
    outcome: "PARTLY_FAILED",
    postId,
    post: "Friday rolls",
    missed: [{ type: "Mastodon", reason: "rejected", message: "Too rude." }],
    reached: 1,
  });
});

test("one notice is read by itself, and all of them at once; what comes later is unread, and others read for themselves", async () => {
  const place = await aPlace(stage);
  const [ada, ben] = [await aMember(place), await aMember(place, "editor")];
  for (const caption of ["First", "Second", "Third"]) await publishPost(place, caption);
  const { notices } = await bellOf(ada);
  const ids = notices.map(({ id }: { id: number }) => id);
  assert.deepEqual(await must(ada.call("POST", "/notices/read", { id: ids[1], earlierToo: false })), { unread: 2 });
  assert.deepEqual(
    (await bellOf(ada)).notices.map(({ isUnread }: { isUnread: boolean }) => isUnread),
    [true, false, true],
  );
  assert.deepEqual(await must(ada.call("POST", "/notices/read", { id: ids[0], earlierToo: true })), { unread: 0 });
  await publishPost(place, "Fourth");
  assert.deepEqual([(await bellOf(ada)).unread, (await bellOf(ben)).unread], [1, 4]);
});

test("the bell shows what its person has chosen, and what happened before they came is none of it", async () => {
  const place = await aPlace(stage);
  await publishPost(place, "Before");
  stage.pass(60);
  const dashboard = await aMember(place, "editor");
  assert.deepEqual(await bellOf(dashboard), { unread: 0, notices: [] });
  await must(dashboard.call("PATCH", `/brands/${place.brandId}/notifications`, { bell: ["PUBLISHED"] }));
  await publishPost(place, "Fails");
  outcome = { kind: "published", remoteId: "1", url: null };
  await publishPost(place, "Arrives");
  assert.deepEqual(
    (await bellOf(dashboard)).notices.map(({ outcome, post }: Record<string, unknown>) => [outcome, post]),
    [["PUBLISHED", "Arrives"]],
  );
});

test("the bell tells of a log-in that has ended", async () => {
  const place = await aPlace(stage);
  const dashboard = await aMember(place);
  outcome = { kind: "unauthorized", reason: "The token was taken back.", probed: "ended" };
  await publishPost(place);
  const { notices } = await bellOf(dashboard);
  assert.deepEqual(notices.map(({ kind }: { kind: string }) => kind).sort(), ["LOG_IN_ENDED", "POST"]);
});
