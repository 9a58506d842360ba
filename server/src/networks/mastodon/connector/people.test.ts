import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { mastodon } from "./index.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
beforeEach(() => stage.settings({}));
after(() => stage[Symbol.asyncDispose]());

const find = (beginning: string, account = stage.account) => mastodon.people?.(beginning, account, stage.call());
const asked = () => stage.exchanges.filter(({ request }) => request.url.includes("/api/v2/search"));

test("people are found by how their name begins, the server's own and others', each with the host", async () => {
  assert.deepEqual(await find("corner"), { kind: "found", people: [{ handle: "@corner_bakery@mastodon.sandbox", name: "Corner Bakery" }] });
  assert.deepEqual(await find("ann"), {
    kind: "found",
    people: [
      { handle: "@anna_miller@people.example", name: "Anna Miller" },
      { handle: "@annika_backer@people.example", name: "Annika Bäcker" },
    ],
  });
  const crowd = await find("crowd");
  assert.equal(crowd?.kind === "found" && crowd.people.length, 8);
  assert.ok(asked().every(({ request }) => request.headers?.authorization !== undefined));
});

test("a token from before the permission to search was asked for finds them as everybody does", async () => {
  const account = await withoutScope();
  const before = asked().length;
  assert.equal((await find("ann", account))?.kind, "found");
  assert.deepEqual(
    asked()
      .slice(before)
      .map(({ request }) => request.headers?.authorization !== undefined),
    [true, false],
  );
  await stage.settings({ search: "closed" });
  assert.deepEqual(await find("ann", account), {
    kind: "failed",
    reason: "The server shows its people only with the permission to search. Log in again to give it.",
  });
  assert.equal((await find("ann"))?.kind, "found");
});

test("what is no account is left out, odd names are made harmless, and what cannot be read is said", async () => {
  const reply = (status: number, body: unknown) => stage.fault({ method: "GET", path: /v2\/search/, act: { status, body: body as never } });
  const accounts = [
    null,
    { acct: "two words" },
    { acct: "a@b@c" },
    { acct: "rye@mill.example", display_name: `Rye\u202E\n${"x".repeat(9999)}` },
    { acct: "no_name" },
    ...Array.from({ length: 5000 }, (_, index) => ({ acct: `reader${index}`, display_name: 7 })),
  ];
  reply(200, { accounts });
  const found = await find("r");
  assert.ok(found?.kind === "found");
  assert.equal(found.people.length, 8);
  assert.deepEqual(found.people[0], { handle: "@rye@mill.example", name: `Rye ${"x".repeat(96)}` });
  assert.deepEqual(found.people[1], { handle: "@no_name@mastodon.sandbox", name: "@no_name@mastodon.sandbox" });
  reply(200, { people: [] });
  assert.deepEqual(await find("r"), { kind: "failed", reason: "Mastodon: the people that were found cannot be read." });
  reply(429, { error: "Too many requests" });
  assert.deepEqual(await find("r"), { kind: "failed", reason: "Mastodon: Too many requests (status 429)." });
});

/** The account with a token as earlier log-ins gave it. */
async function withoutScope() {
  const [owner] = await stage.world.objects.list("account");
  const scopes = ["profile", "write:statuses", "write:media", "read:statuses"];
  await stage.world.objects.put("token", "earlier", { account_id: owner?.id, app_name: "Rostrum", app_id: null, scopes });
  return { ...stage.account, credentials: { ...Object(stage.account.credentials), accessToken: "earlier" } };
}
