import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { clearFaults, duplicates, faults } from "../../testing/faults.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { mastodonSandbox } from "../mastodon/sandbox/index.ts";
import { sandboxWorld } from "./networks.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => clearFaults(stage));

const page = async (slug: string) => (await fetch(`${stage.url}/sandbox/${slug}`)).text();

/** What a browser sends for the form, empty fields included. */
function send(fields: Record<string, string>, headers: Record<string, string> = {}, slug = "mastodon"): Promise<Response> {
  const empty = { kind: "", requests: "posts", count: "", percent: "", seed: "", seconds: "", action: "set" };
  return fetch(`${stage.url}/sandbox/${slug}/_faults`, {
    method: "POST",
    headers,
    body: new URLSearchParams({ ...empty, ...fields }),
    redirect: "manual",
  });
}

test("a fault is set and cleared by plain forms", async () => {
  assert.match(await page("mastodon/"), /No faults are set\./);
  const reply = await send({ kind: "refuse-429", count: "3", seconds: "20" });
  assert.deepEqual([reply.status, reply.headers.get("location")], [303, "/sandbox/mastodon/#faults"]);
  assert.deepEqual(await faults(stage), [
    {
      network: "mastodon",
      kind: "refuse-429",
      requests: "posts",
      seconds: 20,
      count: 3,
      percent: null,
      seed: 1,
      seen: 0,
      struck: 0,
    },
  ]);
  assert.match(await page("mastodon/"), /Refuse with 429 and Retry-After<\/strong> the next 3 posting calls, 20 s: 0 so far</);
  assert.match(await page(""), /href="\/sandbox\/mastodon\/"><h2>Mastodon<\/h2>\s*<p>[^<]*<\/p>\s*<p>1 active fault<\/p>/);
  assert.equal((await send({ kind: "refuse-429", action: "clear" })).status, 303);
  assert.deepEqual(await faults(stage), []);
});

test("the page says how often a random fault has struck and which are used up", async () => {
  await send({ kind: "slow", percent: "25", seed: "9", requests: "all" });
  await send({ kind: "cut-after" });
  const shown = await page("mastodon/");
  assert.match(shown, /Answer late<\/strong> 25 % of the calls, 5 s, seed 9: 0 of 0 so far</);
  assert.match(shown, /the next 1 posting calls: 0 so far</);
  await fetch(`${stage.url}/sandbox/mastodon/api/v1/statuses`, { method: "POST" });
  assert.match(await page("mastodon/"), /the next 1 posting calls: 1 so far, used up</);
});

test("a lasting fault is set without a count, says how long it lasts, and is cleared", async () => {
  assert.equal((await send({ kind: "ignore-keys" })).status, 303);
  assert.equal((await send({ kind: "late-lists", seconds: "90" })).status, 303);
  assert.equal((await send({ kind: "ignore-keys", count: "3" })).status, 422);
  const shown = await page("mastodon/");
  assert.match(shown, /Ignore idempotency keys<\/strong> in all posting calls until it is cleared: 0 so far</);
  assert.match(shown, /Show posts late in lists<\/strong> in all lists until it is cleared, 90 s: 0 so far</);
  assert.equal((await send({ kind: "ignore-keys", action: "clear" })).status, 303);
  assert.deepEqual(
    (await faults(stage)).map(({ kind, count, percent }) => [kind, count, percent]),
    [["late-lists", null, null]],
  );
});

test("only faults that the platform supports can be chosen", async () => {
  assert.doesNotMatch(await page("mastodon/"), /value="duplicate"/);
  assert.match(await page("social-media/"), /value="duplicate"/);
  assert.doesNotMatch(await page("social-media/"), /value="processing"/);
  for (const slug of ["mastodon", "social-media"]) assert.match(await page(`${slug}/`), /value="ignore-keys"/);
  for (const slug of ["bluesky", "telegram"]) assert.doesNotMatch(await page(`${slug}/`), /value="ignore-keys"/);
  assert.match(await page("mastodon/"), /value="late-lists"/);
  assert.doesNotMatch(await page("social-media/"), /value="late-lists"/);
});

test("invalid forms and forms from other sites change nothing", async () => {
  const forms = [
    {},
    { kind: "explode" },
    { kind: "duplicate" },
    { kind: "slow", count: "0" },
    { kind: "slow", count: "1", percent: "5" },
    { kind: "slow", percent: "101" },
    { kind: "slow", seconds: "1.5" },
    { kind: "slow", requests: "none" },
    { action: "clear" },
  ];
  for (const form of forms) assert.equal((await send({ ...form })).status, 422, JSON.stringify(form));
  assert.equal((await send({ kind: "slow" }, { "sec-fetch-site": "cross-site" })).status, 403);
  // So browsers send them over plain http.
  for (const origin of ["http://shop.example", "null", "https://127.0.0.1"])
    assert.equal((await send({ kind: "slow" }, { origin })).status, 403);
  assert.deepEqual(await faults(stage), []);
  assert.equal((await fetch(`${stage.url}/sandbox/mastodon/`)).headers.get("referrer-policy"), "same-origin");
  const { origin } = new URL(stage.url);
  assert.equal((await send({ kind: "slow", count: "1" }, { origin })).status, 303);
  assert.equal((await faults(stage)).length, 1);
});

test("the pages and the operation count duplicates", async () => {
  assert.match(await page("mastodon/"), /newest first\. 0 duplicates\./);
  assert.equal(await duplicates(stage), 0);
  const ground = { db: stage.app.db, now: () => stage.now(), sandboxUrl: stage.app.sandboxUrl ?? "" };
  const { credentials } = await mastodonSandbox.account("Twice", sandboxWorld(mastodonSandbox, ground));
  for (let time = 0; time < 3; time += 1) {
    const reply = await fetch(`${stage.url}/sandbox/mastodon/api/v1/statuses`, {
      method: "POST",
      headers: { authorization: `Bearer ${credentials.accessToken}` },
      body: new URLSearchParams({ status: "Sent without a key" }),
    });
    assert.equal(reply.status, 200);
  }
  assert.match(await page("mastodon/"), /newest first\. 2 duplicates\./);
  assert.match(await page(""), /<p>2 duplicates<\/p>/);
  assert.equal(await duplicates(stage), 2);
});
