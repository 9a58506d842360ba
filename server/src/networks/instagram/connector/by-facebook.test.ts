import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Account } from "../../connectors/connector.ts";
import { anAccount } from "../../connectors/testing/call.ts";
import { byFacebook } from "./by-facebook.ts";
import { instagram } from "./index.ts";
import { delivery, drive } from "./testing/deliver.ts";
import { granted } from "./testing/log-in.ts";
import { aPost, openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

/** A person who lets in everything, and the account that can be connected. */
async function loggedIn(): Promise<{ stage: Stage; account: Account }> {
  const pages = await everyPage();
  const grant = await granted(stage, byFacebook, { name: "Robin Baker", accounts: pages });
  const outcome = await byFacebook.accounts(grant, stage.logInCall());
  assert.ok(outcome.kind === "listed", JSON.stringify(outcome));
  const [listed] = outcome.accounts;
  assert.ok(listed);
  assert.deepEqual([listed.type, listed.problem, listed.limits], ["Instagram", null, []]);
  assert.deepEqual(Object(listed.settings).via, "facebook");
  const account = anAccount({ ...listed, grant: { ...grant, clientId: "sandbox" } });
  return { account, stage: { ...stage, account } };
}

/** The person's Pages exist once they have logged in. */
async function everyPage(): Promise<string[]> {
  await granted(stage, byFacebook, { name: "Robin Baker" });
  return (await stage.facebook.objects.list("account")).map(({ id }) => id);
}

// Shows Instagram: log-in
test("of the Pages that a person lets in, those with a professional account become channels", async () => {
  const { account } = await loggedIn();
  assert.match(account.handle, /^@\w+/);
  const { pageId, accessToken } = Object(account.credentials);
  assert.deepEqual(account.settings, { via: "facebook", pageId });
  assert.ok(accessToken);
});

test("an account whose Page no list names is found by what the token was let in to", async () => {
  const { account } = await loggedIn();
  await stage.facebook.objects.put("settings", "facebook", { lists_pages: "none" });
  assert.equal((await loggedIn()).account.remoteId, account.remoteId);
});

test("without a Page that has an account, the person is told what to do", async () => {
  const grant = await granted(stage, byFacebook, { name: "Robin Baker", accounts: [] });
  const outcome = await byFacebook.accounts(grant, stage.logInCall());
  assert.match(outcome.kind === "refused" ? outcome.reason : "", /^None of the Facebook Pages that you let in is linked/);
});

test("posts of every kind go through Facebook's host, and a video as bytes where the service has no public address", async () => {
  const own = await loggedIn();
  const posts = [
    aPost({ media: [await stage.files.image()] }),
    aPost({ type: "SLIDES", media: [await stage.files.image(), stage.files.video()] }),
    aPost({ type: "REEL", media: [stage.files.video()] }),
    aPost({ type: "STORY", asStory: true, media: [stage.files.video()] }),
  ];
  for (const post of posts) {
    const outcome = await drive(own.stage, delivery(own.stage, post));
    assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  }
  assert.deepEqual(
    (await stage.seen()).map(({ media }) => media.map(({ mime }) => mime)),
    [["image/jpeg"], ["image/jpeg", "video/mp4"], ["video/mp4"], ["video/mp4"]],
  );
  const uploads = stage.requests("POST", /\/facebook\/upload\/ig-api-upload\/v25\.0\//);
  assert.equal(uploads.length, 3);
  assert.match(uploads[0]?.request.headers?.authorization ?? "", /^OAuth /);
  assert.ok(stage.requests("POST", /\/media$/).every(({ request }) => request.url.includes("/facebook/v25.0/")));
});

test("an upload that breaks off begins again with another container", async () => {
  const own = await loggedIn();
  stage.fault({ method: "POST", path: /ig-api-upload/, act: { status: 400, body: { debug_info: { type: "PartialRequestError" } } } });
  const outcome = await drive(own.stage, delivery(own.stage, aPost({ type: "REEL", media: [stage.files.video()] })));
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  assert.deepEqual([stage.requests("POST", /\/media$/).length, (await stage.seen()).length], [2, 1]);
});

// Shows Instagram: look-up after a lost answer
test("on Facebook's host the caption tells a lost post from others", async () => {
  const own = await loggedIn();
  const one = delivery(own.stage, aPost({ text: "Mine", media: [await stage.files.image()] }));
  stage.fault({ method: "POST", path: /media_publish$/, act: "cut" });
  await one.publish();
  await drive(own.stage, delivery(own.stage, aPost({ text: "By hand", media: [await stage.files.image()] })));
  const found = await one.find();
  assert.equal(found.kind === "published" && found.remoteId, (await stage.seen()).find(({ text }) => text === "Mine")?.id);
});

// Shows Instagram: token or address
test("a token of Facebook is connected with the account's id", async () => {
  const { account } = await loggedIn();
  const { accessToken } = Object(account.credentials);
  assert.deepEqual(await instagram.connect({ accessToken, userId: account.remoteId }, stage.call()), {
    kind: "connected",
    remoteId: account.remoteId,
    handle: account.handle,
    credentials: { accessToken },
    settings: { via: "facebook" },
  });
});

test("comments and counts work through Facebook as well", async () => {
  const own = await loggedIn();
  const outcome = await drive(own.stage, delivery(own.stage, aPost({ media: [await stage.files.image()] })));
  assert.ok(outcome.kind === "published");
  const order = { key: "c", dueAt: stage.now(), text: "Order by noon", remoteId: outcome.remoteId };
  assert.equal((await instagram.comment?.(order, own.account, stage.call()))?.kind, "published");
  assert.deepEqual(await instagram.counts?.([outcome.remoteId], own.account, stage.call()), {
    kind: "counted",
    counts: { [outcome.remoteId]: { likes: 0, comments: 1, shares: 0 } },
  });
});
