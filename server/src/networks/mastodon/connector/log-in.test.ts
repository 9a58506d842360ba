import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { GrantFacts, LogInAccount } from "../../connectors/log-in.ts";
import { aJourney, answered, begun, channelOf, decided, granted } from "../../connectors/oauth/testing/log-in.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { mastodon } from "./index.ts";
import { mastodonLogIn as logIn } from "./log-in.ts";
import { openStage, type Stage } from "./testing/stage.ts";

const ALLOW = { account_name: "Corner Bakery", decision: "allow" };

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

// Shows Mastodon: log-in
test("a log-in registers an application at the instance, and ends in a grant with a token that does not end", async () => {
  const { grant, journey } = await granted(logIn, stage.call(), { asked: "Mastodon.Sandbox", fields: ALLOW });
  const { accessToken, clientId, clientSecret, ...places } = Object(grant.credentials);
  const { baseUrl } = stage.world;
  assert.deepEqual(
    { ...grant, credentials: places },
    {
      application: "mastodon",
      remoteId: "mastodon.sandbox/100001",
      name: "@corner_bakery@mastodon.sandbox",
      scopes: ["profile", "write:statuses", "write:media", "read:statuses", "read:search"],
      credentials: {
        instance: "mastodon.sandbox",
        issuer: `${baseUrl}/`,
        authorizationEndpoint: `${baseUrl}/oauth/authorize`,
        tokenEndpoint: `${baseUrl}/oauth/token`,
        revocationEndpoint: `${baseUrl}/oauth/revoke`,
      },
      ends: { accessEndsAt: null, renewAt: null, endsAt: null },
    },
  );
  assert.equal(new Set([accessToken, clientId, clientSecret]).size, 3);
  assert.deepEqual(await logIn.probe(grant, journey.call), { kind: "works" });
});

test("the person is sent to the instance with the state, the scopes and the challenge", async () => {
  const journey = aJourney(logIn, stage.call());
  const { url } = await begun(logIn, "@anna@mastodon.sandbox", journey);
  const { client_id: clientId, code_challenge: challenge, ...parameters } = Object.fromEntries(new URL(url).searchParams);
  assert.deepEqual(parameters, {
    response_type: "code",
    redirect_uri: journey.redirectUri,
    scope: "profile write:statuses write:media read:statuses read:search",
    state: journey.state,
    code_challenge_method: "S256",
  });
  assert.ok(clientId && challenge);
});

test("a grant's account is the one that a pasted token connects, and publishes with the grant's token", async () => {
  const { grant, account } = await anAccountOf();
  const pasted = await mastodon.connect(stage.credentials, stage.call());
  assert.ok(pasted.kind === "connected");
  const { remoteId, handle, settings } = pasted;
  assert.deepEqual(account, {
    type: "Mastodon",
    remoteId,
    handle,
    settings,
    credentials: {},
    name: "Corner Bakery",
    pictureUrl: account.pictureUrl,
    problem: null,
    limits: [],
  });
  assert.match(account.pictureUrl ?? "", /^http/);
  const published = await mastodon.publish(aPost({ text: "Fresh bread" }), channelOf(account, grant), stage.call());
  assert.equal(published.kind, "published", JSON.stringify(published));
});

test("a person who declines has declined", async () => {
  const journey = aJourney(logIn, stage.call());
  const { url, memory } = await begun(logIn, "mastodon.sandbox", journey);
  const parameters = await decided(url, { ...ALLOW, decision: "deny" });
  assert.deepEqual(await logIn.finish(answered(journey, parameters, memory), journey.call), { kind: "declined" });
});

test("an answer with a foreign state is refused, and its code is not sent to the instance", async () => {
  const journey = aJourney(logIn, stage.call());
  const { url, memory } = await begun(logIn, "mastodon.sandbox", journey);
  const parameters = { ...(await decided(url, ALLOW)), state: "foreign" };
  const before = stage.exchanges.length;
  const finished = await logIn.finish(answered(journey, parameters, memory), journey.call);
  assert.deepEqual(finished, {
    kind: "refused",
    reason: 'Mastodon: unexpected "state" response parameter value. Log in again.',
  });
  assert.equal(stage.exchanges.length, before);
});

test("a code that has ended, or that another verifier is shown for, is refused with the instance's words", async () => {
  const journey = aJourney(logIn, stage.call());
  const { url, memory } = await begun(logIn, "mastodon.sandbox", journey);
  const parameters = await decided(url, ALLOW);
  const foreign = await logIn.finish({ ...answered(journey, parameters, memory), verifier: "x".repeat(43) }, journey.call);
  assert.match(foreign.kind === "refused" ? foreign.reason : foreign.kind, /^Mastodon: The provided authorization grant is invalid/);
  stage.pass(601);
  const late = await logIn.finish(answered(journey, parameters, memory), journey.call);
  assert.match(late.kind === "refused" ? late.reason : late.kind, /was issued to another client\. Log in again\.$/);
});

test("a server without metadata is asked the traditional way: wider scope, no challenge", async () => {
  const journey = aJourney(logIn, stage.call());
  stage.fault({ method: "GET", path: /oauth-authorization-server/, act: { status: 404, body: { error: "Not found" } } });
  const { url, memory } = await begun(logIn, "mastodon.sandbox", journey);
  assert.equal(new URL(url).searchParams.get("scope"), "read:accounts write:statuses write:media read:statuses");
  assert.equal(new URL(url).searchParams.get("code_challenge"), null);
  const finished = await logIn.finish(answered(journey, await decided(url, ALLOW), memory), journey.call);
  assert.equal(finished.kind, "granted", JSON.stringify(finished));
});

test("a server that sends log-ins to another host is refused", async () => {
  const elsewhere = "https://elsewhere.example/oauth";
  const body = { issuer: stage.world.baseUrl, authorization_endpoint: elsewhere, token_endpoint: elsewhere };
  stage.fault({ method: "GET", path: /oauth-authorization-server/, act: { status: 200, body } });
  assert.deepEqual(await beginAt("mastodon.sandbox"), {
    kind: "refused",
    reason: "Mastodon: the server sends log-ins to another host. Enter that host instead.",
  });
});

test("a server that is away is unreachable, one that is not Mastodon is refused, and only public host names are asked", async () => {
  stage.fault({ method: "POST", path: /\/api\/v1\/apps/, act: { status: 503, body: "" } });
  assert.equal((await beginAt("mastodon.sandbox")).kind, "unreachable");
  stage.fault({ method: "POST", path: /\/api\/v1\/apps/, act: { status: 404, body: "<html>" } });
  assert.deepEqual(await beginAt("mastodon.sandbox"), { kind: "refused", reason: "The server does not respond like a Mastodon server." });
  for (const asked of ["", "localhost", "127.0.0.1", "https://mastodon.example:8443", "intranet"]) {
    const journey = aJourney(logIn, { ...stage.call(), baseUrl: null });
    const request = { state: "s", redirectUri: journey.redirectUri, challenge: "c", asked, publicUrl: "https://rostrum.example" };
    assert.deepEqual(await logIn.begin(request, journey.call), {
      kind: "refused",
      reason: "Enter the public host name of your Mastodon server, such as mastodon.social.",
    });
  }
});

test("a grant that lacks scopes says what will not work", async () => {
  const { grant, journey } = await granted(logIn, stage.call(), { asked: "mastodon.sandbox", fields: ALLOW });
  const listed = await logIn.accounts({ ...grant, scopes: ["profile", "read"] }, journey.call);
  assert.ok(listed.kind === "listed");
  const [account] = listed.accounts;
  assert.equal(account?.problem, "Nothing can be published.");
  assert.deepEqual(account?.limits, ["Posts with images or videos will fail."]);
});

test("a revoked grant has ended: the probe says so, and publishing denies the whole grant", async () => {
  const { grant, account, journey } = await anAccountOf();
  assert.equal(await logIn.revoke?.(grant, journey.call), "revoked");
  const ended = { reason: "Mastodon: The access token is invalid (status 401)" };
  assert.deepEqual(await logIn.probe(grant, journey.call), { kind: "ended", ...ended });
  const outcome = await mastodon.publish(aPost({ text: "Too late" }), channelOf(account, grant), stage.call());
  assert.deepEqual(outcome, { kind: "unauthorized", ...ended, scope: "grant" });
  assert.equal(await logIn.revoke?.(grant, journey.call), "revoked");
});

test("an instance that is away neither ends a grant nor counts as having taken it back", async () => {
  const { grant, journey } = await anAccountOf();
  stage.fault({ method: "GET", path: /verify_credentials/, act: { status: 404, body: "<html>" } });
  assert.equal((await logIn.probe(grant, journey.call)).kind, "unknown");
  stage.fault({ method: "POST", path: /oauth\/revoke/, act: "cut" });
  assert.equal(await logIn.revoke?.(grant, journey.call), "unreachable");
});

test("an exchange whose response is lost is unreachable", async () => {
  const journey = aJourney(logIn, stage.call());
  const { url, memory } = await begun(logIn, "mastodon.sandbox", journey);
  const parameters = await decided(url, ALLOW);
  stage.fault({ method: "POST", path: /oauth\/token/, act: "cut" });
  assert.equal((await logIn.finish(answered(journey, parameters, memory), journey.call)).kind, "unreachable");
});

async function beginAt(asked: string) {
  const journey = aJourney(logIn, stage.call());
  const { state, redirectUri, call } = journey;
  return logIn.begin({ state, redirectUri, challenge: "c", asked, publicUrl: "https://rostrum.example" }, call);
}

async function anAccountOf(): Promise<{ grant: GrantFacts; account: LogInAccount; journey: ReturnType<typeof aJourney> }> {
  const { grant, journey } = await granted(logIn, stage.call(), { asked: "mastodon.sandbox", fields: ALLOW });
  const listed = await logIn.accounts(grant, journey.call);
  assert.ok(listed.kind === "listed", JSON.stringify(listed));
  const [account] = listed.accounts;
  assert.ok(account !== undefined && listed.accounts.length === 1);
  return { grant, account, journey };
}
