import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { GrantFacts, LogInAccount } from "../../../connectors/log-in.ts";
import {
  aJourney,
  answered,
  begun,
  challengeOf,
  channelOf,
  decided,
  granted,
  PUBLIC_URL,
} from "../../../connectors/oauth/testing/log-in.ts";
import { blueskySandbox } from "../../sandbox/index.ts";
import { bluesky } from "../index.ts";
import { type Ground, START, startGround } from "../testing/ground.ts";
import { aPicture, aPost } from "../testing/posts.ts";
import { blueskyLogIn as logIn } from "./log-in.ts";

const HANDLE = "corner-bakery.bluesky.test";
const TOKEN = "oauth/token";
const PUT = "com.atproto.repo.putRecord";
const DAY = 24 * 3600;

// Shows Bluesky: log-in
test("a log-in goes from the handle to the account's own server, and ends in a grant with its key", async (context) => {
  const ground = await startGround(context);
  const { grant, journey } = await granted(logIn, ground.call(), { asked: `@${HANDLE}`, fields: allowedBy(ground) });
  const { key, accessToken, refreshToken, ...known } = Object(grant.credentials);
  assert.deepEqual(
    { ...grant, credentials: known },
    {
      application: "bluesky",
      remoteId: ground.account.remoteId,
      name: `@${HANDLE}`,
      scopes: ["atproto", "transition:generic"],
      credentials: {
        issuer: ground.baseUrl,
        clientId: `http://localhost?${new URLSearchParams({ redirect_uri: journey.redirectUri, scope: "atproto transition:generic" })}`,
        did: ground.account.remoteId,
        handle: HANDLE,
        pds: ground.baseUrl,
        accessEndsAt: addSeconds(START, 3600),
        begunAt: START,
      },
      ends: { accessEndsAt: addSeconds(START, 3600), renewAt: addSeconds(START, 2700), endsAt: addSeconds(START, 14 * DAY) },
    },
  );
  assert.deepEqual(Object.keys(key).sort(), ["crv", "d", "kty", "x", "y"]);
  assert.notEqual(accessToken, refreshToken);
  assert.deepEqual(await logIn.probe(grant, journey.call), { kind: "works" });
});

test("the address that the person is sent to says nothing but who asks and which request", async (context) => {
  const ground = await startGround(context);
  const { url } = await begun(logIn, HANDLE, aJourney(logIn, ground.call()));
  assert.deepEqual([...new URL(url).searchParams.keys()].sort(), ["client_id", "request_uri"]);
});

test("a person may name only their server: who they are comes from the log-in", async (context) => {
  const ground = await startGround(context);
  for (const asked of ["pds.example", "https://pds.example"]) {
    const { grant } = await granted(logIn, ground.call(), { asked, fields: { name: "Somebody New", decision: "allow" } });
    assert.equal(grant.name, "@somebody-new.bluesky.test");
  }
});

test("the account of a grant is the one that an app password connects, and its posts carry proofs", async (context) => {
  const ground = await startGround(context);
  const { account, grant } = await anAccountOf(ground);
  assert.deepEqual(account, {
    type: "Bluesky",
    remoteId: ground.account.remoteId,
    handle: ground.account.handle,
    settings: ground.account.settings,
    credentials: {},
    name: HANDLE,
    pictureUrl: null,
    problem: null,
    limits: [],
  });
  ground.called.length = 0;
  const published = await bluesky.publish(aPost({ text: "Fresh bread" }), channelOf(account, grant), ground.call());
  assert.equal(published.kind, "published", JSON.stringify(published));
  assert.deepEqual(ground.called, [PUT]);
});

test("a nonce that the server no longer takes is replaced, and the request repeated once", async (context) => {
  const ground = await startGround(context);
  const { account, grant } = await anAccountOf(ground);
  ground.advance(600);
  ground.called.length = 0;
  const published = await bluesky.publish(aPost({ text: "Later" }), channelOf(account, grant), ground.call());
  assert.equal(published.kind, "published", JSON.stringify(published));
  assert.deepEqual(ground.called, [PUT, PUT]);
  await bluesky.publish(aPost({ text: "And again", key: "again" }), channelOf(account, grant), ground.call());
  assert.deepEqual(ground.called, [PUT, PUT, PUT]);
});

test("a person who declines has declined", async (context) => {
  const ground = await startGround(context);
  const journey = aJourney(logIn, ground.call());
  const { url, memory } = await begun(logIn, HANDLE, journey);
  const parameters = await decided(url, { decision: "deny" });
  assert.deepEqual(await logIn.finish(answered(journey, parameters, memory), journey.call), { kind: "declined" });
});

test("an answer with a foreign state, or from another server, is refused without showing its code to anyone", async (context) => {
  const ground = await startGround(context);
  const journey = aJourney(logIn, ground.call());
  const { url, memory } = await begun(logIn, HANDLE, journey);
  const parameters = await decided(url, allowedBy(ground));
  ground.called.length = 0;
  const finished = (changes: Record<string, string>) =>
    logIn.finish(answered(journey, { ...parameters, ...changes }, memory), journey.call);
  assert.deepEqual(await finished({ state: "foreign" }), {
    kind: "refused",
    reason: 'Bluesky: unexpected "state" response parameter value. Log in again.',
  });
  assert.deepEqual(await finished({ iss: "https://elsewhere.example" }), {
    kind: "refused",
    reason: 'Bluesky: unexpected "iss" (issuer) response parameter value. Log in again.',
  });
  assert.deepEqual(ground.called, []);
});

test("a code that has ended is refused, and so is one with another verifier", async (context) => {
  const ground = await startGround(context);
  const journey = aJourney(logIn, ground.call());
  const { url, memory } = await begun(logIn, HANDLE, journey);
  const parameters = await decided(url, allowedBy(ground));
  const foreign = await logIn.finish({ ...answered(journey, parameters, memory), verifier: "x".repeat(43) }, journey.call);
  assert.deepEqual(foreign, { kind: "refused", reason: "Bluesky: Invalid code_verifier. Log in again." });
  ground.advance(301);
  const late = await logIn.finish(answered(journey, parameters, memory), journey.call);
  assert.deepEqual(late, { kind: "refused", reason: "Bluesky: Invalid code. Log in again." });
});

test("somebody who logs in with another account than the one they named is refused", async (context) => {
  const ground = await startGround(context);
  const journey = aJourney(logIn, ground.call());
  const { url, memory } = await begun(logIn, HANDLE, journey);
  const parameters = await decided(url, { name: "Somebody Else", decision: "allow" });
  assert.deepEqual(await logIn.finish(answered(journey, parameters, memory), journey.call), {
    kind: "refused",
    reason: "Bluesky: you logged in with another account than the one you named.",
  });
});

test("what names neither an account nor a server is refused with a sentence, and addresses that nobody can come back to too", async (context) => {
  const ground = await startGround(context);
  const begin = (asked: string, publicUrl = PUBLIC_URL) => {
    const journey = aJourney(logIn, ground.call());
    const request = { state: "s", redirectUri: `${publicUrl}/connect/bluesky/callback`, challenge: challengeOf(journey), asked, publicUrl };
    return logIn.begin(request, journey.call);
  };
  const reasonOf = async (outcome: ReturnType<typeof begin>) => {
    const given = await outcome;
    return given.kind === "refused" ? given.reason : given.kind;
  };
  assert.match(await reasonOf(begin("anna@example.com")), /^Enter your Bluesky handle/);
  assert.match(await reasonOf(begin("did:key:zabc")), /identifier is of an unknown kind/);
  assert.match(await reasonOf(begin("did:plc:aaaaaaaaaaaaaaaaaaaaaaaa")), /^Bluesky: /);
  assert.equal(
    await reasonOf(begin(HANDLE, "http://localhost:4000")),
    "Bluesky sends nobody back to localhost. Set the public URL to http://127.0.0.1:4000 instead.",
  );
  assert.match(await reasonOf(begin(HANDLE, "http://rostrum.example")), /needs a public https address/);
});

test("a server that describes another one's log-in is refused", async (context) => {
  const ground = await startGround(context);
  const reply = await fetch(`${ground.baseUrl}/.well-known/oauth-authorization-server`);
  const body = { ...JSON.parse(await reply.text()), issuer: "https://elsewhere.example" };
  ground.fault({ method: ".well-known/oauth-authorization-server", kind: "reply", status: 200, body });
  const journey = aJourney(logIn, ground.call());
  const { state, redirectUri, publicUrl, call } = journey;
  assert.deepEqual(await logIn.begin({ state, redirectUri, challenge: challengeOf(journey), asked: HANDLE, publicUrl }, call), {
    kind: "refused",
    reason: "Bluesky: the server does not offer a log-in as the network describes it.",
  });
});

test("a handle that an account claims without having it is not shown", async (context) => {
  const ground = await startGround(context);
  const did = ground.account.remoteId;
  await blueskySandbox.account("Famous", ground.world);
  const document = JSON.parse(await (await fetch(`${ground.baseUrl}/${did}`)).text());
  const journey = aJourney(logIn, ground.call());
  const { url, memory } = await begun(logIn, did, journey);
  const parameters = await decided(url, allowedBy(ground));
  ground.fault({ method: `bluesky/${did}`, kind: "reply", status: 200, body: { ...document, alsoKnownAs: ["at://famous.bluesky.test"] } });
  const finished = await logIn.finish(answered(journey, parameters, memory), journey.call);
  assert.ok(finished.kind === "granted", JSON.stringify(finished));
  assert.deepEqual([finished.grant.remoteId, finished.grant.name], [did, `@${did}`]);
});

test("renewal gives new tokens, with which the channel publishes on", async (context) => {
  const ground = await startGround(context);
  const { account, grant, journey } = await anAccountOf(ground);
  ground.advance(2700);
  const renewed = await logIn.renew?.(grant, journey.call);
  assert.ok(renewed?.kind === "renewed", JSON.stringify(renewed));
  assert.deepEqual(renewed.ends, {
    accessEndsAt: addSeconds(START, 2700 + 3600),
    renewAt: addSeconds(START, 2700 + 2700),
    endsAt: addSeconds(START, 14 * DAY),
  });
  const kept = { ...grant, credentials: renewed.credentials };
  assert.equal((await bluesky.publish(aPost({ text: "Later" }), channelOf(account, kept), ground.call())).kind, "published");
  const old = await bluesky.publish(aPost({ text: "Old", key: "old" }), channelOf(account, grant), ground.call());
  assert.deepEqual(old, { kind: "unauthorized", reason: "Bluesky: Invalid token (invalid_token)", scope: "grant" });
});

test("an access token that has ended before its renewal holds posts up instead of ending the channel", async (context) => {
  const ground = await startGround(context);
  const { account, grant, journey } = await anAccountOf(ground);
  ground.advance(3601);
  assert.deepEqual(await bluesky.publish(aPost({ text: "Late" }), channelOf(account, grant), ground.call()), {
    kind: "busy",
    reason: "Bluesky: the access token has ended and is about to be renewed.",
    retryAfterSeconds: 60,
  });
  assert.equal((await logIn.probe(grant, journey.call)).kind, "unknown");
  assert.equal((await logIn.renew?.(grant, journey.call))?.kind, "renewed");
});

test("a renewal that was not answered is tried again; if it had been carried out, the grant has ended", async (context) => {
  const ground = await startGround(context);
  const { grant, journey } = await anAccountOf(ground);
  ground.fault({ method: TOKEN, kind: "reply", status: 503 });
  assert.equal((await logIn.renew?.(grant, journey.call))?.kind, "busy");
  ground.fault({ method: TOKEN, kind: "cutAfter" });
  assert.equal((await logIn.renew?.(grant, journey.call))?.kind, "busy");
  assert.deepEqual(await logIn.renew?.(grant, journey.call), {
    kind: "ended",
    reason: "Bluesky: Refresh token replayed. Log in again.",
  });
  assert.equal((await logIn.probe(grant, journey.call)).kind, "ended");
});

test("a log-in of an application that cannot prove itself ends after two weeks, however often it is renewed", async (context) => {
  const ground = await startGround(context);
  const { grant, journey } = await anAccountOf(ground);
  ground.advance(13 * DAY);
  const renewed = await logIn.renew?.(grant, journey.call);
  assert.ok(renewed?.kind === "renewed");
  assert.equal(renewed.ends.endsAt, addSeconds(START, 14 * DAY));
  ground.advance(DAY);
  assert.deepEqual(await logIn.renew?.({ ...grant, credentials: renewed.credentials }, journey.call), {
    kind: "ended",
    reason: "Bluesky: Session expired. Log in again.",
  });
});

test("a grant that was given back has ended, and giving it back again does no harm", async (context) => {
  const ground = await startGround(context);
  const { account, grant, journey } = await anAccountOf(ground);
  ground.fault({ method: "oauth/revoke", kind: "reply", status: 503 });
  assert.equal(await logIn.revoke?.(grant, journey.call), "unreachable");
  assert.equal(await logIn.revoke?.(grant, journey.call), "revoked");
  assert.equal(await logIn.revoke?.(grant, journey.call), "revoked");
  assert.deepEqual(await logIn.probe(grant, journey.call), { kind: "ended", reason: "Bluesky: Invalid token (invalid_token)" });
  const outcome = await bluesky.publish(aPost({ text: "Never" }), channelOf(account, grant), ground.call());
  assert.equal(outcome.kind, "unauthorized");
  assert.equal((await logIn.renew?.(grant, journey.call))?.kind, "ended");
});

test("two log-ins of one account are two grants: giving one back leaves the other", async (context) => {
  const ground = await startGround(context);
  const [one, other] = [await anAccountOf(ground), await anAccountOf(ground)];
  assert.equal(await logIn.revoke?.(one.grant, one.journey.call), "revoked");
  assert.deepEqual(await logIn.probe(other.grant, other.journey.call), { kind: "works" });
});

test("a stolen token is worth nothing without the key", async (context) => {
  const ground = await startGround(context);
  const { grant, journey } = await anAccountOf(ground);
  const { grant: thief } = await anAccountOf(ground);
  const { key } = Object(thief.credentials);
  const stolen = { ...grant, credentials: { ...Object(grant.credentials), key } };
  assert.deepEqual(await logIn.probe(stolen, journey.call), {
    kind: "ended",
    reason: "Bluesky: Invalid DPoP key binding (invalid_token)",
  });
  const { accessToken } = Object(grant.credentials);
  const reply = await fetch(`${ground.baseUrl}/xrpc/com.atproto.server.getSession`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  assert.equal(reply.status, 400);
});

test("files and videos are uploaded with proofs too", async (context) => {
  const ground = await startGround(context);
  const { account, grant } = await anAccountOf(ground);
  ground.advance(600);
  const post = aPost({ text: "Cake", type: "IMAGE", media: [aPicture("cake")] });
  const outcome = await bluesky.publish(post, channelOf(account, grant), ground.call());
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
});

function allowedBy(ground: Ground): Record<string, string> {
  return { person: ground.account.remoteId, decision: "allow" };
}

async function anAccountOf(ground: Ground): Promise<{ grant: GrantFacts; account: LogInAccount; journey: ReturnType<typeof aJourney> }> {
  const { grant, journey } = await granted(logIn, ground.call(), { asked: HANDLE, fields: allowedBy(ground) });
  const listed = await logIn.accounts(grant, journey.call);
  assert.ok(listed.kind === "listed", JSON.stringify(listed));
  const [account] = listed.accounts;
  assert.ok(account !== undefined && listed.accounts.length === 1);
  return { grant, account, journey };
}
