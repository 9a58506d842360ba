import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { clearFaults } from "../../sandbox/faults.ts";
import { tokenCall } from "../../sandbox/google/testing/consent.ts";
import { googleBusinessSandbox } from "./index.ts";
import { type Answer, mistakesIn, openStage, reasonIn, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const posts = async () => (await googleBusinessSandbox.feed(stage.world, { limit: 100 })).length;
const accounts = (token = stage.token) => stage.ask("GET", "/management/v1/accounts", { token });
const list = () => stage.ask("GET", `/v4/${stage.location}/localPosts?pageSize=1`);
const locationId = () => stage.location.slice(stage.location.lastIndexOf("/") + 1);

test("an internal error comes with a post and without one", async () => {
  const broken = { error: { code: 500, message: "Internal error encountered.", status: "INTERNAL" } };
  await stage.fault("error-before");
  const before = await stage.create();
  assert.deepEqual([before.status, before.body, await posts()], [500, broken, 0]);
  await stage.fault("error-after");
  const after = await stage.create();
  assert.deepEqual([after.status, after.body, await posts()], [500, broken, 1]);
});

test("an answer that is lost leaves a post", async () => {
  await stage.fault("cut-after");
  await assert.rejects(stage.create());
  assert.equal(await posts(), 1);
});

test("the other faults answer as Google does", async () => {
  await stage.fault("refuse-429", { seconds: 30 });
  const rate = await stage.create();
  assert.deepEqual([refusalIn(rate), rate.headers.get("retry-after")], [[429, "RESOURCE_EXHAUSTED"], "30"]);
  await stage.fault("refuse-503");
  assert.equal((await stage.create()).status, 503);
  await stage.fault("revoked");
  assert.deepEqual(refusalIn(await stage.create()), [401, "UNAUTHENTICATED"]);
  assert.equal(await posts(), 0);
});

test("a service that is not switched on refuses everything, and the others go on", async () => {
  await stage.set({ services_off: ["mybusiness.googleapis.com"] });
  for (const answer of [await stage.create(), await list(), await stage.add("a.jpg")]) {
    assert.deepEqual([refusalIn(answer), reasonIn(answer)], [[403, "PERMISSION_DENIED"], "SERVICE_DISABLED"]);
    assert.match(JSON.stringify(answer.body), /Google My Business API has not been used in project \d+ before or it is disabled/);
  }
  assert.equal((await accounts()).status, 200);
  await stage.set({ services_off: ["mybusinessaccountmanagement.googleapis.com"] });
  assert.deepEqual([reasonIn(await accounts()), (await list()).status], ["SERVICE_DISABLED", 200]);
});

test("a location that the person does not manage any more is refused, and others are not", async () => {
  const token = await stage.tokenOf("Corner Bakery");
  await stage.set({ locations_lost: [locationId()] });
  for (const answer of [await stage.create(), await list(), await stage.add("a.jpg")]) {
    assert.deepEqual([refusalIn(answer), reasonIn(answer)], [[403, "PERMISSION_DENIED"], undefined]);
  }
  const left = await stage.ask("GET", "/information/v1/accounts/-/locations?readMask=title", { token });
  assert.equal(left.status, 200);
  assert.doesNotMatch(JSON.stringify(left.body), /"Corner Bakery"/);
  assert.match(JSON.stringify(left.body), /"Corner Bakery Station"/);
});

test("a chain's location takes no posts, but photos", async () => {
  await stage.set({ locations_of_chains: [locationId()] });
  const refused = await stage.create();
  assert.deepEqual(mistakesIn(refused), [": Location Disabled for Local Post API."]);
  assert.match(JSON.stringify(refused.body), /"code":1302\b/);
  await stage.set({ locations_of_chains: [locationId()], error_codes: "names" });
  assert.match(JSON.stringify((await stage.create()).body), /"code":"LOCATION_DISABLED_FOR_LOCAL_POST_API"/);
  assert.equal((await stage.add("a.jpg")).status, 200);
});

const exceeded = (answer: Answer) => [refusalIn(answer), reasonIn(answer)];
const EXCEEDED = [[429, "RESOURCE_EXHAUSTED"], "RATE_LIMIT_EXCEEDED"];

test("a location is edited ten times a minute if the network is set so, whatever is edited", async () => {
  await stage.set({ edits_per_minute: 3 });
  await stage.post();
  for (const file of ["a.jpg", "b.png"]) assert.equal((await stage.add(file)).status, 200);
  assert.deepEqual(exceeded(await stage.create()), EXCEEDED);
  assert.equal((await list()).status, 200);
  stage.pass(59);
  assert.deepEqual(exceeded(await stage.create()), EXCEEDED);
  stage.pass(1);
  assert.equal((await stage.create()).status, 200);
  assert.equal(await posts(), 4);
});

test("the project's requests are counted for each service by itself", async () => {
  await stage.set({ requests_per_minute: 2 });
  const token = await stage.tokenOf("Ada");
  assert.equal((await accounts()).status, 200);
  assert.equal((await accounts(token)).status, 200);
  assert.deepEqual(exceeded(await accounts()), EXCEEDED);
  assert.equal((await list()).status, 200);
  stage.pass(60);
  assert.equal((await accounts()).status, 200);
});

test("with the fault quota everything but lists is refused until it is cleared", async () => {
  await stage.fault("quota");
  stage.pass(600);
  assert.deepEqual([exceeded(await stage.create()), exceeded(await accounts())], [EXCEEDED, EXCEEDED]);
  await clearFaults(stage.world, "quota");
  assert.equal((await stage.create()).status, 200);
});

test("without a token, without the scope, and with one that is over, nothing works", async () => {
  assert.deepEqual(refusalIn(await stage.ask("GET", "/management/v1/accounts", { token: null })), [401, "UNAUTHENTICATED"]);
  const unticked = await accounts(await stage.tokenOf("Ada", []));
  assert.deepEqual([refusalIn(unticked), reasonIn(unticked)], [[403, "PERMISSION_DENIED"], "ACCESS_TOKEN_SCOPE_INSUFFICIENT"]);
  stage.pass(3599);
  assert.deepEqual(refusalIn(await accounts()), [401, "UNAUTHENTICATED"]);
});

test("with the fault token-ended a refresh helps, with access-revoked only a new log-in", async () => {
  const { credentials } = await googleBusinessSandbox.account("Corner Bakery", stage.world);
  const refresh = () => tokenCall(stage.world, { grant_type: "refresh_token", refresh_token: credentials.refreshToken ?? "" });
  await stage.fault("token-ended");
  assert.deepEqual(refusalIn(await list()), [401, "UNAUTHENTICATED"]);
  const renewed = String((await refresh()).body.access_token);
  assert.equal((await accounts(renewed)).status, 200);
  await stage.fault("access-revoked");
  assert.equal((await refresh()).body.error, "invalid_grant");
  assert.deepEqual(refusalIn(await accounts(renewed)), [401, "UNAUTHENTICATED"]);
  assert.equal((await accounts(await stage.tokenOf("Corner Bakery"))).status, 200);
});

test("nobody reacts to a post: there is nothing to count", async () => {
  const id = await stage.post();
  for (const kind of ["like", "share"] as const) await googleBusinessSandbox.react(stage.world, id, { kind });
  await googleBusinessSandbox.react(stage.world, id, { kind: "comment", text: "Nice" });
  const feed = await googleBusinessSandbox.feed(stage.world, { limit: 100 });
  assert.deepEqual(
    feed.map(({ counts }) => counts),
    [{ likes: 0, comments: 0, shares: 0 }],
  );
});
