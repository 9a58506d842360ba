import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { GrantFacts, LogInCall, OpenGrant } from "../../connectors/log-in.ts";
import { aJourney, answered, begun, channelOf } from "../../connectors/oauth/testing/log-in.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { pinterest } from "./index.ts";
import { logIn } from "./log-in.ts";
import { SCOPES } from "./scopes.ts";
import { aPost } from "./testing/posts.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const NAMES = SCOPES.map(({ name }) => name);
const DAY_SECONDS = 86_400;

/** Goes through the network's page, and comes back with its answer. */
async function finished({
  name = "Anna",
  scopes = NAMES,
  decision = "allow",
}: {
  name?: string;
  scopes?: readonly string[];
  decision?: string;
} = {}) {
  const call = stage.logInCall();
  const service = { publicUrl: "https://social.example", application: call.application };
  const journey = aJourney(logIn, stage.call(), service);
  const { url, memory } = await begun(logIn, "", journey);
  const { origin, pathname, search } = new URL(url);
  const fields = [["asked", search.slice(1)], ["name", name], ["decision", decision], ...scopes.map((scope) => ["given_scope", scope])];
  const reply = await fetch(origin + pathname, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
  const parameters = Object.fromEntries(new URL(reply.headers.get("location") ?? assert.fail(await reply.text())).searchParams);
  return { url: new URL(url), parameters, journey, outcome: await logIn.finish(answered(journey, parameters, memory), call) };
}

async function granted(wish: Parameters<typeof finished>[0] = {}): Promise<GrantFacts> {
  const { outcome } = await finished(wish);
  assert.ok(outcome.kind === "granted", JSON.stringify(outcome));
  return outcome.grant;
}

async function boardsOf(grant: OpenGrant, call: LogInCall = stage.logInCall()) {
  const listed = await logIn.accounts(grant, call);
  assert.ok(listed.kind === "listed", JSON.stringify(listed));
  return listed.accounts;
}

// Shows Pinterest: log-in
test("a person logs in, and each public board can be a channel to which pins go", async () => {
  const { url, outcome } = await finished();
  assert.deepEqual(Object.fromEntries([...url.searchParams].filter(([name]) => name !== "state")), {
    client_id: "sandbox",
    redirect_uri: "https://social.example/connect/pinterest/callback",
    response_type: "code",
    scope: "user_accounts:read,boards:read,boards:write,pins:read,pins:write",
  });
  assert.ok(outcome.kind === "granted");
  const { grant } = outcome;
  assert.deepEqual([grant.application, grant.name, [...grant.scopes].sort()], ["pinterest", "anna", [...NAMES].sort()]);
  const boards = await boardsOf(grant);
  assert.deepEqual(
    boards.map(({ handle, problem }) => [handle, problem]).sort(),
    [
      ["anna/Anna Ideas", null],
      ["anna/Anna Partners", "The board Anna Partners is for pins of ads alone."],
      ["village_market/Made in the Village", null],
    ].sort(),
  );
  const board = boards.find(({ name }) => name === "Anna Ideas") ?? assert.fail("no board");
  const published = await pinterest.publish(aPost(), channelOf(board, grant), stage.call(memoryCheckpoint()));
  assert.equal(published.kind, "published");
});

test("tokens last thirty days, are renewed weekly, and end after sixty days without renewal", async () => {
  const { ends } = await granted();
  const inDays = (days: number) => addSeconds(stage.world.now(), days * DAY_SECONDS);
  assert.deepEqual(ends, { accessEndsAt: inDays(30), renewAt: inDays(7), endsAt: inDays(60) });
});

test("boards are read to the last page", async () => {
  await stage.settings({ writes_per_minute: 10_000, requests_per_second: 10_000 });
  const grant = await granted();
  const { credentials } = grant;
  const token = Object(credentials).accessToken;
  for (let number = 0; number < 255; number += 1) {
    await fetch(`${stage.world.baseUrl}/v5/boards`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: `Board ${number}` }),
    });
  }
  assert.equal((await boardsOf(grant)).length, 258);
});

test("a new board is made, and can be a channel at once", async () => {
  const grant = await granted();
  const made = await logIn.create?.make(grant, "Winter", stage.logInCall());
  assert.ok(made?.kind === "made", JSON.stringify(made));
  assert.deepEqual([made.account.handle, made.account.problem], ["anna/Winter", null]);
  assert.ok((await boardsOf(grant)).some(({ remoteId }) => remoteId === made.account.remoteId));
});

test("a new board whose answer was lost is found by its name", async () => {
  const grant = await granted();
  stage.fault({ method: "POST", path: /\/boards$/, act: "cut" });
  const made = await logIn.create?.make(grant, "Winter", stage.logInCall());
  assert.equal(made?.kind, "made", JSON.stringify(made));
  assert.equal((await boardsOf(grant)).filter(({ name }) => name === "Winter").length, 1);
});

test("scopes that were not given are a problem of every board", async () => {
  const grant = await granted({ scopes: NAMES.filter((name) => name !== "pins:write") });
  for (const { problem } of await boardsOf(grant)) assert.equal(problem, "Pins cannot be made. Log in again and allow it.");
});

test("Trial access is explained where it matters: at Pinterest's own address", async () => {
  const grant = await granted();
  const notes = async (api: string) => {
    const call = stage.logInCall();
    const { net, host } = call;
    const there = {
      ...net,
      call: (request: Parameters<typeof net.call>[0]) => net.call({ ...request, url: request.url.replace(api, stage.world.baseUrl) }),
    };
    const [board] = await boardsOf(grant, { ...call, net: there, host: (name) => (name === "api" ? api : host(name)) });
    return board?.limits;
  };
  assert.match((await notes("https://api.pinterest.com"))?.[0] ?? "", /Trial access.*Standard access/);
  assert.match((await notes("https://api-sandbox.pinterest.com"))?.[0] ?? "", /visible to you alone/);
  assert.deepEqual((await boardsOf(grant))[0]?.limits, []);
});

test("a person who declines, and an answer without a code, connect nothing", async () => {
  assert.deepEqual((await finished({ decision: "cancel" })).outcome, { kind: "declined" });
  const answer = { parameters: { state: "s" }, redirectUri: "https://social.example", verifier: "", memory: null };
  assert.equal((await logIn.finish(answer, stage.logInCall())).kind, "refused");
  const ended = await logIn.finish({ ...answer, parameters: { error: "invalid_scope" } }, stage.logInCall());
  assert.deepEqual(ended, { kind: "refused", reason: "Pinterest ended the log-in: invalid_scope." });
});

test("a code is taken once, with the redirect address and the secret of the application", async () => {
  const { parameters, journey } = await finished();
  const again = await logIn.finish(answered(journey, parameters, null), stage.logInCall());
  assert.ok(again.kind === "refused");
  assert.match(again.reason, /has been used.*Please start again\.$/);
  const elsewhere = await finished({ name: "Ben" });
  const call = stage.logInCall();
  const wrong = { ...call, application: { clientId: "sandbox", clientSecret: "wrong" } };
  const refused = await logIn.finish(answered(elsewhere.journey, elsewhere.parameters, null), wrong);
  assert.ok(refused.kind === "refused");
  assert.match(refused.reason, /Check the id and the secret of the application\.$/);
});

test("a redirect address that is not registered is named", async () => {
  stage.fault({ method: "POST", path: /oauth\/token/, act: { status: 400, body: { code: 1, message: "Invalid redirect_uri" } } });
  const { outcome } = await finished();
  assert.ok(outcome.kind === "refused");
  assert.match(outcome.reason, /exactly this redirect address: https:\/\/social\.example\/connect\/pinterest\/callback$/);
});

test("an outage while logging in asks to start again", async () => {
  stage.fault({ method: "POST", path: /oauth\/token/, act: "drop" });
  assert.equal((await finished()).outcome.kind, "unreachable");
});

test("without an application nobody is sent to Pinterest", async () => {
  const call = { ...stage.logInCall(), application: null };
  const request = { state: "s", redirectUri: "https://social.example", challenge: "", asked: "", publicUrl: "https://social.example" };
  assert.equal((await logIn.begin(request, call)).kind, "refused");
});

async function renewed(grant: OpenGrant) {
  const outcome = await logIn.renew?.(grant, stage.logInCall());
  assert.ok(outcome?.kind === "renewed", JSON.stringify(outcome));
  return { ...grant, ...outcome };
}

test("a renewal gives both tokens anew", async () => {
  const grant = await granted();
  stage.pass(7 * DAY_SECONDS);
  const next = await renewed(grant);
  const [before, after] = [Object(grant.credentials), Object(next.credentials)];
  assert.notEqual(after.accessToken, before.accessToken);
  assert.notEqual(after.refreshToken, before.refreshToken);
  assert.equal(next.ends.endsAt, addSeconds(stage.world.now(), 60 * DAY_SECONDS));
  assert.equal((await logIn.probe(next, stage.logInCall())).kind, "works");
});

test("a renewal without a refresh token keeps the old one and its end", async () => {
  await stage.settings({ refresh_gives_refresh_token: false });
  const grant = await granted();
  stage.pass(7 * DAY_SECONDS);
  const next = await renewed(grant);
  assert.equal(Object(next.credentials).refreshToken, Object(grant.credentials).refreshToken);
  assert.equal(next.ends.endsAt, grant.ends.endsAt);
});

test("a renewal whose answer is lost is tried again with the same token", async () => {
  const grant = await granted();
  stage.fault({ method: "POST", path: /oauth\/token/, act: "cut" });
  assert.equal((await logIn.renew?.(grant, stage.logInCall()))?.kind, "busy");
  await renewed(grant);
});

test("one refusal of a refresh token is not believed, two end the log-in, and an outage does not", async () => {
  const grant = await granted();
  const refusal = {
    method: "POST",
    path: /oauth\/token/,
    act: { status: 400, body: { error: "invalid_grant", error_description: "Gone" } },
  } as const;
  stage.fault(refusal);
  await renewed(grant);
  stage.fault(refusal, refusal);
  assert.deepEqual(await logIn.renew?.(grant, stage.logInCall()), { kind: "ended", reason: "Pinterest: Gone (status 400). Log in again." });
  stage.fault({ ...refusal, act: { status: 503, body: {} } });
  assert.equal((await logIn.renew?.(grant, stage.logInCall()))?.kind, "busy");
});

test("a 401 ends a log-in if it is about the grant, and not if it is about the application", async () => {
  const grant = await granted();
  const answered = (code: number, message: string) =>
    ({ method: "POST", path: /oauth\/token/, act: { status: 401, body: { code, message } } }) as const;
  const invalid = answered(283, "The authorization grant is invalid");
  stage.fault(invalid, invalid);
  assert.equal((await logIn.renew?.(grant, stage.logInCall()))?.kind, "ended");
  const secret = answered(2, "Authentication failed.");
  stage.fault(secret, secret);
  assert.equal((await logIn.renew?.(grant, stage.logInCall()))?.kind, "busy");
});

test("access that the person took back ends the log-in", async () => {
  const grant = await granted();
  await stage.trouble("access-revoked", { count: 1 });
  assert.equal((await logIn.probe(grant, stage.logInCall())).kind, "ended");
});

test("a token that was pasted without a refresh token is not renewed", async () => {
  const grant = await granted();
  const credentials = { ...Object(grant.credentials), refreshToken: null };
  assert.equal((await logIn.renew?.({ ...grant, credentials }, stage.logInCall()))?.kind, "ended");
});
