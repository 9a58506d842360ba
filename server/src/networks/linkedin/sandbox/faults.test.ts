import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { type FaultKind, NewFault } from "@rostrum/contract/private/sandbox.ts";
import { setFault } from "../../sandbox/faults.ts";
import { linkedinSandbox } from "./index.ts";
import { aPost, elementsIn, fieldsIn, openStage, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const create = (fields: Record<string, unknown> = {}, headers: Record<string, string | null> = {}) =>
  stage.ask("POST", "/rest/posts", { body: aPost({ author: stage.author, ...fields }), headers });
const finder = () => `/rest/posts?q=author&author=${encodeURIComponent(stage.author)}`;
const listed = async () => elementsIn(await stage.ask("GET", finder())).map(({ id }) => id);
const shown = async () => (await linkedinSandbox.feed(stage.world, { limit: 100 })).length;
const onAll = (kind: FaultKind, fields: object = {}) =>
  setFault(stage.world, NewFault.parse({ network: "linkedin", kind, requests: "all", ...fields }));

for (const [version, why] of [
  [null, "missing"],
  ["2026", "no month"],
  ["202511", "gone"],
  ["202512", "never made"],
  ["202612", "of a month to come"],
] as const) {
  test(`A version that is ${why} answers 426, and nothing is created`, async () => {
    const answer = await create({}, { "linkedin-version": version });
    assert.deepEqual(refusalIn(answer), [426, "NONEXISTENT_VERSION"]);
    assert.equal(await shown(), 0);
  });
}

test("The refusal names the version with a day", async () => {
  const { body } = await create({}, { "linkedin-version": "202511" });
  assert.deepEqual(body, { code: "NONEXISTENT_VERSION", message: "Requested version 20251101 is not active", status: 426 });
});

test("A version goes on its day if the network is set to, and a new one comes with its month", async () => {
  const statusWith = async (version: string) => (await create({}, { "linkedin-version": version })).status;
  assert.equal(await statusWith("202601"), 201);
  await stage.set({ retires_versions: true });
  // To the last second of 14 January 2027.
  stage.pass((Date.parse("2027-01-14T23:59:59Z") - Date.parse("2026-11-21T09:00:00Z")) / 1000);
  const { accessToken: token = "" } = (await linkedinSandbox.account("Corner Bakery", stage.world)).credentials;
  const with202601 = async () => (await create({}, { "linkedin-version": "202601", authorization: `Bearer ${token}` })).status;
  assert.equal(await with202601(), 201);
  stage.pass(1);
  assert.equal(await with202601(), 426);
  assert.equal((await create({}, { "linkedin-version": "202701", authorization: `Bearer ${token}` })).status, 201);
});

test("The header of the protocol is needed as well, and calls below /v2 need neither", async () => {
  assert.deepEqual(refusalIn(await create({}, { "x-restli-protocol-version": null })), [400, "ILLEGAL_ARGUMENT"]);
  const plain = { "linkedin-version": null, "x-restli-protocol-version": null };
  const { token } = await stage.member("Ada");
  assert.equal((await stage.ask("GET", "/v2/userinfo", { token, headers: plain })).status, 200);
});

test("A good token is refused once at random, and works again", async () => {
  await stage.fault("revoked");
  const answer = await create();
  assert.deepEqual(
    [answer.status, answer.body],
    [
      401,
      {
        serviceErrorCode: 65601,
        code: "REVOKED_ACCESS_TOKEN",
        message: "The token used in the request has been revoked by the user",
        status: 401,
      },
    ],
  );
  assert.equal((await create()).status, 201);
});

test("Access that was taken back stays so until the next log-in, and tokens can end before their time", async () => {
  const ada = await stage.member("Ada");
  const whoAmI = (token: string) => stage.ask("GET", "/v2/userinfo", { token });
  await stage.fault("access-revoked");
  assert.deepEqual(refusalIn(await whoAmI(ada.token)), [401, "REVOKED_ACCESS_TOKEN"]);
  const again = await stage.member("Ada");
  assert.equal((await whoAmI(again.token)).status, 200);
  await stage.fault("token-ended");
  assert.deepEqual(refusalIn(await whoAmI(again.token)), [401, "EXPIRED_ACCESS_TOKEN"]);
});

test("New posts show late in the finder if the network is set to, and the list can be refused", async () => {
  await stage.fault("late-lists", { seconds: 300 });
  const urn = await stage.post();
  assert.deepEqual(await listed(), []);
  assert.equal((await stage.ask("GET", `/rest/posts/${encodeURIComponent(urn)}`)).status, 200, "read by its name it is there");
  stage.pass(300);
  assert.deepEqual(await listed(), [urn]);
  await stage.fault("lists-refused");
  assert.deepEqual(refusalIn(await stage.ask("GET", finder())), [403, "ACCESS_DENIED"]);
});

test("The answer can be lost after the post was created", async () => {
  await stage.fault("cut-after");
  await assert.rejects(create());
  assert.equal(await shown(), 1);
  assert.equal((await listed()).length, 1);
});

test("A single refusal as a duplicate names a post that is not there", async () => {
  await stage.fault("duplicate");
  const answer = await create();
  assert.deepEqual(refusalIn(answer), [422, "DUPLICATE_POST"]);
  assert.equal(await shown(), 0);
});

test("A daily quota answers 429 without a time, and is back at midnight UTC", async () => {
  await stage.set({ calls_per_member: 2 });
  assert.equal((await create()).status, 201);
  assert.equal((await create()).status, 201);
  const refused = await create();
  assert.deepEqual(refused.body, {
    code: "TOO_MANY_REQUESTS",
    message: "Resource level throttle MEMBER DAY limit for calls to this resource is reached.",
    status: 429,
  });
  assert.equal(refused.headers.get("retry-after"), null);
  stage.pass(15 * 3600 - 1);
  assert.equal((await create()).status, 429);
  stage.pass(1);
  assert.equal((await create()).status, 201);
});

test("An application's quota is for all members, and posts have one of their own", async () => {
  await stage.set({ calls_per_application: 1 });
  assert.equal((await create()).status, 201);
  const { token } = await stage.member("Ada");
  assert.equal((await stage.ask("GET", "/v2/userinfo", { token })).status, 429);
  await stage.set({ posts_per_day: 2 });
  assert.equal((await create()).status, 201);
  assert.equal((await create()).status, 429);
  await stage.fault("quota");
  assert.equal((await stage.ask("GET", "/v2/userinfo", { token })).status, 429);
});

test("Overload answers with Retry-After, and an outage in the format of the API", async () => {
  await onAll("refuse-429", { seconds: 7 });
  const busy = await stage.ask("GET", finder());
  assert.deepEqual([busy.status, busy.headers.get("retry-after")], [429, "7"]);
  await onAll("error-before");
  assert.deepEqual(refusalIn(await stage.ask("GET", finder())), [500, "INTERNAL_SERVER_ERROR"]);
});

test("Posting answers as the settings say: instead of it, or although it happened", async () => {
  const answer = { status: 409, body: { code: "CONFLICT", message: "conflict" } };
  await stage.set({ instead_of_posting: answer });
  assert.deepEqual(refusalIn(await create()), [409, "CONFLICT"]);
  assert.equal(await shown(), 0);
  await stage.set({ after_posting: answer });
  assert.deepEqual(refusalIn(await create()), [409, "CONFLICT"]);
  assert.equal(await shown(), 1);
});

test("Members who were admitted to it can read their own posts", async () => {
  await stage.set({ products: ["member", "restricted"] });
  const { urn, token } = await stage.member("Ada", ["openid", "w_member_social", "r_member_social"]);
  const post = await stage.post({ author: urn }, token);
  const answer = await stage.ask("GET", `/rest/posts?q=author&author=${encodeURIComponent(urn)}`, { token });
  assert.deepEqual(
    elementsIn(answer).map(({ id }) => id),
    [post],
  );
  assert.equal(fieldsIn(answer).paging !== undefined, true);
});

test("Every answer has the id that the vendor's support asks for, and unknown paths and bad bodies answer as the API does", async () => {
  const unknown = await stage.ask("GET", "/rest/nothing");
  assert.deepEqual(refusalIn(unknown), [404, "RESOURCE_NOT_FOUND"]);
  assert.notEqual(unknown.headers.get("x-li-uuid"), null);
  const reply = await fetch(`${stage.world.baseUrl}/rest/posts`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${stage.token}` },
    body: "{",
  });
  assert.equal(reply.status, 400);
  assert.notEqual(reply.headers.get("x-li-uuid"), null);
});
