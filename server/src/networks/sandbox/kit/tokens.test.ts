import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { z } from "zod";
import { clearFaults } from "../faults.ts";
import { allow, type Grant, revokeGrant, withdrawScopes } from "./grants.ts";
import { issueRefreshToken, type RefreshOutcome, type Rotation, revokeRefreshToken, useRefreshToken } from "./refresh-tokens.ts";
import { type Ground, openGround, plainNetwork } from "./testing/ground.ts";
import { ageSeconds, checkToken, issueToken, lookUpToken, revokeToken } from "./tokens.ts";

const Answer = z.object({ kind: z.string(), scopes: z.array(z.string()).optional(), actsAs: z.string().nullable().optional() });

/** Says what a call with this token may do. */
const network = plainNetwork((scope, world) => {
  scope.get<{ Params: { token: string } }>("/api/:token", async (request) => {
    const outcome = await checkToken(world, request, request.params.token);
    return outcome.kind === "valid" ? { kind: "valid", scopes: outcome.scopes, actsAs: outcome.token.acts_as } : { kind: outcome.kind };
  });
});

let ground: Ground;
let grant: Grant;
beforeEach(async () => {
  ground = await openGround(network);
  grant = await logIn(["read", "write"]);
});
afterEach(() => ground[Symbol.asyncDispose]());

function logIn(scopes: readonly string[]): Promise<Grant> {
  const accountIds = ["a"];
  return allow(ground.world, {
    clientId: "sandbox",
    personId: "1",
    offered: { scopes: ["read", "write"], accountIds },
    given: { scopes, accountIds },
  });
}

const call = async (token: string) => Answer.parse(await (await fetch(`${ground.world.baseUrl}/api/${token}`)).json());
const aToken = () => issueToken(ground.world, { grant, kind: "short", lifetimeSeconds: 3600 });

test("a token is valid until its time is over", async () => {
  const token = await issueToken(ground.world, { grant, kind: "page", actsAs: "a", lifetimeSeconds: 60, prefix: "EA" });
  assert.match(token, /^EA/);
  assert.deepEqual(await call(token), { kind: "valid", scopes: ["read", "write"], actsAs: "a" });
  assert.deepEqual(await call("nonsense"), { kind: "unknown" });
  ground.pass(59);
  assert.equal((await call(token)).kind, "valid");
  const outcome = await lookUpToken(ground.world, token);
  assert.ok(outcome.kind === "valid" && ageSeconds(ground.world, outcome.token) === 59);
  ground.pass(1);
  assert.deepEqual(await call(token), { kind: "expired" });
});

test("a token reaches no more than the grant still gives", async () => {
  const all = await aToken();
  const some = await issueToken(ground.world, { grant, kind: "short", scopes: ["write"], lifetimeSeconds: null });
  await logIn(["read"]);
  assert.deepEqual((await call(all)).scopes, ["read"]);
  assert.deepEqual((await call(some)).scopes, []);
});

test("a token that was revoked is unknown, and tokens of a revoked grant stay dead after a new log-in", async () => {
  const [first, second] = [await aToken(), await aToken()];
  await revokeToken(ground.world, first);
  assert.deepEqual([(await call(first)).kind, (await call(second)).kind], ["unknown", "valid"]);
  await revokeGrant(ground.world, grant);
  assert.equal((await call(second)).kind, "revoked");
  grant = await logIn(["read"]);
  assert.equal((await call(second)).kind, "revoked");
  assert.equal((await call(await aToken())).kind, "valid");
});

test("with the fault token-ended, tokens issued before are expired, and renewed ones work", async () => {
  const token = await aToken();
  await ground.fault("token-ended");
  assert.equal((await call(token)).kind, "expired");
  assert.equal((await lookUpToken(ground.world, token)).kind, "valid", "renewals take it");
  assert.equal((await call(await aToken())).kind, "valid");
  await ground.fault("token-ended");
  await clearFaults(ground.world, "token-ended");
  assert.equal((await call(token)).kind, "valid");
});

test("with the fault access-revoked, what was granted before is over until a new log-in", async () => {
  const token = await aToken();
  const refreshToken = await issueRefreshToken(ground.world, { grant, scopes: ["read"], lifetimeSeconds: null });
  await ground.fault("access-revoked");
  assert.equal((await call(token)).kind, "revoked");
  assert.equal((await lookUpToken(ground.world, token)).kind, "revoked");
  assert.deepEqual(await refresh(refreshToken, "strict"), { kind: "refused", why: "revoked" });
  grant = await logIn(["read"]);
  assert.equal((await call(await aToken())).kind, "valid");
});

function refresh(refreshToken: string, rotation: Rotation): Promise<RefreshOutcome> {
  return useRefreshToken(ground.world, { refreshToken, clientId: "sandbox", rotation, lifetimeSeconds: 3600 });
}

async function successor(refreshToken: string, rotation: Rotation): Promise<string> {
  const outcome = await refresh(refreshToken, rotation);
  assert.ok(outcome.kind === "refreshed");
  return outcome.refreshToken;
}

test("without rotation a refresh token is used again and again", async () => {
  const token = await issueRefreshToken(ground.world, { grant, scopes: ["write"], lifetimeSeconds: null });
  for (let time = 0; time < 3; time += 1) assert.equal(await successor(token, "none"), token);
});

test("with rotation after use, the old refresh token gives the same successor until that has been used", async () => {
  const first = await issueRefreshToken(ground.world, { grant, scopes: ["write"], lifetimeSeconds: 3600 });
  const second = await successor(first, "after-use");
  assert.notEqual(second, first);
  assert.equal(await successor(first, "after-use"), second);
  const third = await successor(second, "after-use");
  assert.deepEqual(await refresh(first, "after-use"), { kind: "refused", why: "used" });
  ground.pass(3600);
  assert.deepEqual(await refresh(third, "after-use"), { kind: "refused", why: "expired" });
});

test("a refresh token that was revoked is unknown, and one whose grant was taken back is over", async () => {
  const first = await issueRefreshToken(ground.world, { grant, scopes: ["read"], lifetimeSeconds: null });
  const second = await issueRefreshToken(ground.world, { grant, scopes: ["read", "write"], lifetimeSeconds: null });
  await revokeRefreshToken(ground.world, first);
  assert.deepEqual(await refresh(first, "none"), { kind: "refused", why: "unknown" });
  await withdrawScopes(ground.world, grant, ["write"]);
  const outcome = await refresh(second, "none");
  assert.ok(outcome.kind === "refreshed");
  assert.deepEqual(outcome.scopes, ["read"]);
  await revokeGrant(ground.world, grant);
  assert.deepEqual(await refresh(second, "none"), { kind: "refused", why: "revoked" });
});

test("with strict rotation the old refresh token dies at once, also when it is used twice at the same time", async () => {
  const first = await issueRefreshToken(ground.world, { grant, scopes: ["write"], lifetimeSeconds: null });
  const outcomes = await Promise.all([refresh(first, "strict"), refresh(first, "strict")]);
  assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ["refreshed", "refused"]);
  assert.deepEqual(await refresh(first, "strict"), { kind: "refused", why: "used" });
  assert.deepEqual(await refresh("nonsense", "strict"), { kind: "refused", why: "unknown" });
});
