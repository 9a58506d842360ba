import assert from "node:assert/strict";
import { test } from "node:test";
import { blueskySandbox } from "../sandbox/index.ts";
import { bluesky } from "./index.ts";
import { connectedAccount, startGround } from "./testing/ground.ts";
import { aPost } from "./testing/posts.ts";

const CREATE = "com.atproto.server.createSession";
const REFRESH = "com.atproto.server.refreshSession";
const PUT = "com.atproto.repo.putRecord";

// Shows Bluesky: token or address
test("connect returns the DID, the handle and the completed credentials", async (context) => {
  const ground = await startGround(context);
  const { credentials } = await blueskySandbox.account("Corner Bakery", ground.world);
  const outcome = await bluesky.connect({ ...credentials, identifier: `@${credentials.identifier}` }, ground.call());
  assert.ok(outcome.kind === "connected");
  const stored = JSON.parse(JSON.stringify(outcome.credentials));
  assert.deepEqual(outcome, {
    kind: "connected",
    remoteId: ground.account.remoteId,
    handle: "@corner-bakery.bluesky.test",
    credentials: {
      ...credentials,
      did: ground.account.remoteId,
      pds: ground.baseUrl,
      accessJwt: stored.accessJwt,
      refreshJwt: stored.refreshJwt,
    },
    settings: { pds: ground.baseUrl },
  });
  assert.notEqual(stored.accessJwt, stored.refreshJwt);
});

test("connect refuses a wrong password with the platform's message", async (context) => {
  const ground = await startGround(context);
  const wrong = { identifier: "corner-bakery.bluesky.test", appPassword: "aaaa-bbbb-cccc-dddd" };
  assert.deepEqual(await bluesky.connect(wrong, ground.call()), {
    kind: "refused",
    reason: "Bluesky: Invalid identifier or password (AuthenticationRequired)",
  });
});

test("connect refuses an incomplete file and an address that is not https, without a call", async (context) => {
  const ground = await startGround(context);
  const call = { ...ground.call(), baseUrl: null };
  const refused = async (given: unknown) => {
    const outcome = await bluesky.connect(given, call);
    return outcome.kind === "refused" ? outcome.reason : outcome.kind;
  };
  assert.match(await refused(null), /^identifier is missing/);
  assert.match(await refused({ identifier: "a.test" }), /^appPassword is missing/);
  for (const service of [
    "http://pds.example",
    "https://user:pw@pds.example",
    "https://pds.example:8443",
    "https://pds.example/path",
    "ftp://pds.example",
  ]) {
    assert.match(await refused({ service, identifier: "a.test", appPassword: "x" }), /^service must be the https address/, service);
  }
  assert.deepEqual(ground.called, []);
});

test("connect reports a server that cannot be reached as unreachable", async (context) => {
  const ground = await startGround(context);
  const file = { service: "https://bsky.social", identifier: "a.test", appPassword: "x" };
  const outcome = await bluesky.connect(file, { ...ground.call(), baseUrl: "http://127.0.0.1:1" });
  assert.equal(outcome.kind, "unreachable");
});

test("Posts share one session: no sign-in for any of them", async (context) => {
  const ground = await startGround(context);
  for (const key of ["a", "b", "c"]) await bluesky.publish(aPost({ text: key, key }), ground.account, ground.call());
  assert.deepEqual(ground.called, [PUT, PUT, PUT]);
});

test("An expired access token is refreshed, stored and used, once", async (context) => {
  const ground = await startGround(context);
  ground.advance(2 * 3600);
  assert.equal((await bluesky.publish(aPost({ text: "Later" }), ground.account, ground.call())).kind, "published");
  assert.deepEqual(ground.called, [PUT, REFRESH, PUT]);
  assert.equal(ground.account.saved.length, 1);
  await bluesky.publish(aPost({ text: "Again", key: "again" }), ground.account, ground.call());
  assert.deepEqual(ground.called, [PUT, REFRESH, PUT, PUT]);
});

test("A refresh whose response was lost does not lose the session", async (context) => {
  const ground = await startGround(context);
  ground.advance(2 * 3600);
  ground.fault({ method: REFRESH, kind: "cutAfter" });
  const first = await bluesky.publish(aPost({ text: "Later" }), ground.account, ground.call());
  assert.equal(first.kind, "busy");
  ground.called.length = 0;
  assert.equal((await bluesky.publish(aPost({ text: "Later" }), ground.account, ground.call())).kind, "published");
  assert.deepEqual(ground.called, [PUT, REFRESH, PUT]);
});

test("An expired session is replaced by signing in with the app password", async (context) => {
  const ground = await startGround(context);
  ground.advance(91 * 24 * 3600);
  assert.equal((await bluesky.publish(aPost({ text: "Much later" }), ground.account, ground.call())).kind, "published");
  assert.deepEqual(ground.called, [PUT, REFRESH, CREATE, PUT]);
});

test("A revoked app password makes the channel unauthorized", async (context) => {
  const ground = await startGround(context);
  ground.advance(91 * 24 * 3600);
  const did = ground.account.remoteId;
  await ground.world.objects.put("account", did, { handle: "corner-bakery.bluesky.test", appPassword: "another" });
  assert.deepEqual(await bluesky.publish(aPost({ text: "Too late" }), ground.account, ground.call()), {
    kind: "unauthorized",
    reason: "Bluesky: Invalid identifier or password (AuthenticationRequired)",
  });
});

test("A session of another account is not used", async (context) => {
  const ground = await startGround(context);
  const { credentials } = await blueskySandbox.account("Other", ground.world);
  const other = await connectedAccount(credentials, ground.call());
  ground.advance(2 * 3600);
  const outcome = await bluesky.publish(
    aPost({ text: "Mine" }),
    { ...other, credentials: other.credentials, remoteId: ground.account.remoteId },
    ground.call(),
  );
  assert.deepEqual(outcome, { kind: "unauthorized", reason: "Bluesky: the app password belongs to another account." });
});

test("An account that was taken down during its session is unauthorized", async (context) => {
  const ground = await startGround(context);
  ground.fault({ method: PUT, kind: "reply", status: 401, body: { error: "AccountTakedown", message: "Account has been taken down" } });
  assert.deepEqual(await bluesky.publish(aPost({ text: "Hello" }), ground.account, ground.call()), {
    kind: "unauthorized",
    reason: "Bluesky: Account has been taken down (AccountTakedown)",
  });
});
