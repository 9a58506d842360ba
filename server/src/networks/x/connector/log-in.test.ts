import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { LogInCall } from "../../connectors/log-in.ts";
import { aJourney, answered, begun, channelOf, decided, PUBLIC_URL } from "../../connectors/oauth/testing/log-in.ts";
import type { FaultAct } from "../../connectors/testing/faults.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { logIn } from "./log-in.ts";
import { deliver } from "./testing/delivery.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const APPLICATION = { clientId: "sandbox", clientSecret: "sandbox-secret" };
const PUBLIC = { clientId: "sandbox", clientSecret: null };
const ALL = ["tweet.read", "tweet.write", "users.read", "media.write", "offline.access"];
const TOKEN = { method: "POST", path: /\/2\/oauth2\/token/ } as const;
const ME = { method: "GET", path: /\/2\/users\/me/ } as const;
const LIST = { method: "GET", path: /\/2\/users\/\d+\/tweets/ } as const;
const DENIED: FaultAct = { status: 401, body: { title: "Unauthorized", type: "about:blank" } };
const DOWN: FaultAct = { status: 503, body: { title: "Service Unavailable" } };

function fieldsFor(decision: "allow" | "cancel", scopes: readonly string[]) {
  return { name: "Corner Bakery", decision, given_scope: scopes };
}

/** The parameters with which a person comes back who decides so on X's page. */
async function decision(url: string, { given_scope: scopes, ...fields }: ReturnType<typeof fieldsFor>): Promise<Record<string, string>> {
  const { origin, pathname, search } = new URL(url);
  const form = new URLSearchParams([
    ["asked", search.slice(1)],
    ...Object.entries(fields),
    ...scopes.map((scope) => ["given_scope", scope]),
  ]);
  const reply = await fetch(origin + pathname, { method: "POST", redirect: "manual", body: form });
  return Object.fromEntries(new URL(reply.headers.get("location") ?? "").searchParams);
}

const journeyOf = (application: LogInCall["application"] = APPLICATION) =>
  aJourney(logIn, stage.call(), { publicUrl: PUBLIC_URL, application });

async function finished(scopes: readonly string[] = ALL, application: LogInCall["application"] = APPLICATION) {
  const journey = journeyOf(application);
  const { url, memory } = await begun(logIn, "", journey);
  const parameters = await decision(url, fieldsFor("allow", scopes));
  return { journey, outcome: await logIn.finish(answered(journey, parameters, memory), journey.call) };
}

async function aGrant(scopes: readonly string[] = ALL, application: LogInCall["application"] = APPLICATION) {
  const { journey, outcome } = await finished(scopes, application);
  assert.ok(outcome.kind === "granted", JSON.stringify(outcome));
  return { grant: outcome.grant, call: journey.call };
}

function renew(...[grant, call]: Parameters<NonNullable<typeof logIn.renew>>) {
  assert.ok(logIn.renew !== undefined);
  return logIn.renew(grant, call);
}

test("the person is sent to X with everything that the application asks for, spaces as %20", async () => {
  const journey = journeyOf();
  const { url } = await begun(logIn, "", journey);
  const { code_challenge: challenge, ...parameters } = Object.fromEntries(new URL(url).searchParams);
  assert.equal(new URL(url).pathname, "/sandbox/x/www/i/oauth2/authorize");
  assert.deepEqual(parameters, {
    response_type: "code",
    client_id: "sandbox",
    redirect_uri: `${PUBLIC_URL}/connect/x/callback`,
    scope: ALL.join(" "),
    state: journey.state,
    code_challenge_method: "S256",
  });
  assert.ok(challenge && url.includes("scope=tweet.read%20tweet.write"));
});

for (const [what, application, client] of [
  ["a confidential application", APPLICATION, "confidential"],
  ["a public application", PUBLIC, "public"],
] as const) {
  // Shows X: log-in
  test(`${what}: a log-in gives tokens for two hours, renews them, publishes, and is given back`, async () => {
    await stage.settings({ client });
    const { grant, call } = await aGrant(ALL, application);
    assert.deepEqual([grant.application, grant.name, grant.scopes.toSorted()], ["x", "@corner_bakery", ALL.toSorted()]);
    const minutes = (end: string | null) => Math.round((Date.parse(String(end)) - Date.parse(stage.now())) / 60_000);
    assert.deepEqual([minutes(grant.ends.accessEndsAt), minutes(grant.ends.renewAt), minutes(grant.ends.endsAt)], [120, 90, 180 * 1440]);
    stage.pass(7100);
    const renewed = await renew(grant, call);
    assert.ok(renewed.kind === "renewed");
    assert.notDeepEqual(renewed.credentials, grant.credentials);
    const next = { ...grant, credentials: renewed.credentials };
    const listed = await logIn.accounts(next, call);
    assert.ok(listed.kind === "listed" && listed.accounts[0] !== undefined);
    const [account] = listed.accounts;
    assert.equal((await deliver(stage, aPost(), { account: channelOf(account, next) }).toEnd()).kind, "published");
    assert.deepEqual(await logIn.probe(next, call), { kind: "works" });
    assert.equal(await logIn.revoke?.(next, call), "revoked");
    assert.equal((await logIn.probe(next, call)).kind, "ended");
    assert.equal((await renew(next, call)).kind, "ended");
  });
}

test("the page of X takes the person's answer as browsers send it", async () => {
  const fields = { name: "Corner Bakery", decision: "allow", given_scope: "tweet.read" };
  const journey = journeyOf();
  const { url } = await begun(logIn, "", journey);
  assert.ok("code" in (await decided(url, fields)));
});

test("a refresh token is good once; the old access token lives on", async () => {
  const { grant, call } = await aGrant();
  assert.equal((await renew(grant, call)).kind, "renewed");
  assert.equal((await renew(grant, call)).kind, "ended");
  assert.deepEqual(await logIn.probe(grant, call), { kind: "works" });
});

test("after a renewal without an answer, the same refresh token is shown again half a minute later", async () => {
  const { grant, call } = await aGrant();
  stage.fault({ ...TOKEN, act: "drop" });
  const busy = await renew(grant, call);
  assert.ok(busy.kind === "busy");
  assert.equal(busy.retryAfterSeconds, 30);
  assert.equal((await renew(grant, call)).kind, "renewed");
});

test("a renewal whose answer is lost for good needs another log-in, but not before the token in use has ended", async () => {
  const { grant, call } = await aGrant();
  stage.fault({ ...TOKEN, act: "cut" });
  assert.equal((await renew(grant, call)).kind, "busy");
  assert.equal((await renew(grant, call)).kind, "ended");
  assert.deepEqual(await logIn.probe(grant, call), { kind: "works" });
  stage.pass(7201);
  assert.equal((await logIn.probe(grant, call)).kind, "ended");
});

test("an outage and a wrong secret of the application end nobody's log-in", async () => {
  const { grant, call } = await aGrant();
  stage.fault({ ...TOKEN, act: DOWN });
  assert.equal((await renew(grant, call)).kind, "busy");
  const wrong = { ...call, application: { clientId: "sandbox", clientSecret: "wrong" } };
  assert.equal((await renew(grant, wrong)).kind, "busy");
  assert.equal((await renew(grant, { ...call, application: null })).kind, "busy");
});

test("money that is missing at X ends nobody's log-in", async () => {
  const { grant, call } = await aGrant();
  await stage.settings({ billing: "credits-depleted" });
  assert.deepEqual(await logIn.probe(grant, call), { kind: "works" });
  await stage.settings({ billing: "spend-cap" });
  assert.deepEqual(await logIn.probe(grant, call), { kind: "works" });
  stage.fault({ ...ME, act: DOWN });
  assert.equal((await logIn.probe(grant, call)).kind, "unknown");
});

test("without the permission to renew, the grant ends with its token", async () => {
  const { grant, call } = await aGrant(ALL.filter((scope) => scope !== "offline.access"));
  assert.deepEqual([grant.ends.renewAt, grant.ends.endsAt], [null, grant.ends.accessEndsAt]);
  assert.equal((await renew(grant, call)).kind, "ended");
});

test("the account says what it lacks", async () => {
  const { grant, call } = await aGrant(["tweet.read", "users.read"]);
  const listed = await logIn.accounts(grant, call);
  assert.ok(listed.kind === "listed");
  assert.deepEqual(
    listed.accounts.map(({ type, handle, problem, limits, credentials }) => ({ type, handle, problem, limits, credentials })),
    [
      {
        type: "X",
        handle: "@corner_bakery",
        problem: "Nothing can be published. Log in again and allow it.",
        limits: ["Posts with pictures or videos fail.", "The connection ends after two hours."],
        credentials: {},
      },
    ],
  );
});

test("an account whose posts cannot be read says what that means, and one about which X does not answer says nothing", async () => {
  const { grant, call } = await aGrant();
  stage.fault({ ...LIST, act: { status: 403, body: { type: "client-forbidden", title: "Client Forbidden" } } });
  const listed = await logIn.accounts(grant, call);
  assert.ok(listed.kind === "listed");
  assert.match(listed.accounts[0]?.limits[0] ?? "", /nothing can tell whether a post was published/);
  assert.equal(Object(listed.accounts[0]?.settings).canLookUp, false);
  stage.fault({ ...LIST, act: DOWN });
  const other = await logIn.accounts(grant, call);
  assert.ok(other.kind === "listed");
  assert.deepEqual([Object(other.accounts[0]?.settings).canLookUp, other.accounts[0]?.limits], [null, []]);
});

test("a person who declines has declined", async () => {
  const journey = journeyOf();
  const { url, memory } = await begun(logIn, "", journey);
  const parameters = await decision(url, fieldsFor("cancel", []));
  assert.deepEqual(await logIn.finish(answered(journey, parameters, memory), journey.call), { kind: "declined" });
});

test("a code that came too late, a foreign state and a wrong secret are refused with what to do next", async () => {
  const journey = journeyOf();
  const { url, memory } = await begun(logIn, "", journey);
  const parameters = await decision(url, fieldsFor("allow", ALL));
  const finish = (given: Record<string, string>, call: LogInCall = journey.call) => logIn.finish(answered(journey, given, memory), call);
  assert.equal((await finish({ ...parameters, state: "foreign" })).kind, "refused");
  const wrong = await finish(parameters, { ...journey.call, application: { clientId: "sandbox", clientSecret: "wrong" } });
  assert.ok(wrong.kind === "refused");
  assert.match(wrong.reason, /Check the client id and secret/);
  stage.pass(31);
  const late = await finish(parameters);
  assert.ok(late.kind === "refused");
  assert.match(late.reason, /good for 30 seconds only: please start again/);
});

test("an application without the callback address is told which one it needs", async () => {
  const refused = { error: "invalid_request", error_description: "Value passed for the redirect uri did not match the uri of the code." };
  stage.fault({ ...TOKEN, act: { status: 400, body: refused } });
  const { outcome } = await finished();
  assert.ok(outcome.kind === "refused");
  assert.match(outcome.reason, new RegExp(`exactly this redirect address: ${PUBLIC_URL}/connect/x/callback`));
});

test("while X is down, the log-in asks to start again; the account is asked for twice, since a code is good once", async () => {
  stage.fault({ ...TOKEN, act: DOWN });
  assert.equal((await finished()).outcome.kind, "unreachable");
  stage.fault({ ...ME, act: DOWN });
  assert.equal((await finished()).outcome.kind, "granted");
  stage.fault({ ...ME, act: DENIED });
  assert.equal((await finished()).outcome.kind, "refused");
});

test("without an application nobody can log in", async () => {
  const journey = journeyOf(null);
  const request = { state: "s", redirectUri: journey.redirectUri, challenge: "c", asked: "", publicUrl: PUBLIC_URL };
  assert.equal((await logIn.begin(request, journey.call)).kind, "refused");
  assert.equal((await logIn.finish(answered(journey, {}, { state: "s" }), journey.call)).kind, "refused");
});
