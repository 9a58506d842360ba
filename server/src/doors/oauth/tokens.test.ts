import assert from "node:assert/strict";
import { after, test } from "node:test";
import { allow, aProgram, aSignedIn, codeOf, isLetIn, signIn } from "../../testing/program.ts";
import { call, openStage } from "../../testing/stage.ts";
import { ACCESS_SECONDS, CODE_SECONDS, REFRESH_SECONDS } from "./tokens.ts";

const stage = await openStage();
after(() => stage[Symbol.asyncDispose]());
const person = await aSignedIn(stage);
const program = await aProgram(stage);

const works = (token: string) => isLetIn(stage, token);

test("A code used a second time is refused, and the tokens of the first exchange are revoked", async () => {
  const { path, verifier } = program.request();
  const code = codeOf(await allow(person, path));
  const first = await program.exchange(code, verifier);
  const second = await program.exchange(code, verifier);
  assert.equal(second.status, 400);
  assert.deepEqual(second.body, {
    error: "invalid_grant",
    error_description: "The code has been used before. Its tokens have been revoked.",
  });
  assert.equal(await works(first.body.access_token), false);
  assert.equal((await program.refresh(first.body.refresh_token)).body.error, "invalid_grant");
});

test("Of several concurrent exchanges of one code at most one succeeds", async () => {
  const { path, verifier } = program.request();
  const code = codeOf(await allow(person, path));
  const replies = await Promise.all(Array.from({ length: 6 }, () => program.exchange(code, verifier)));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
});

test("A wrong verifier is refused and invalidates the code", async () => {
  const { path, verifier } = program.request();
  const code = codeOf(await allow(person, path));
  assert.equal((await program.exchange(code, "x".repeat(43))).body.error, "invalid_grant");
  assert.equal((await program.exchange(code, verifier)).body.error, "invalid_grant");
});

test("A code issued to another client, or for another redirect URI, is refused", async () => {
  const other = await aProgram(stage);
  const first = program.request();
  assert.equal((await other.exchange(codeOf(await allow(person, first.path)), first.verifier)).body.error, "invalid_grant");
  const second = program.request();
  const moved = { redirect_uri: "http://127.0.0.1:8766/callback" };
  assert.equal((await program.exchange(codeOf(await allow(person, second.path)), second.verifier, moved)).body.error, "invalid_grant");
});

test("A code expires after two minutes", async () => {
  const late = program.request();
  const code = codeOf(await allow(person, late.path));
  stage.pass(CODE_SECONDS);
  assert.equal((await program.exchange(code, late.verifier)).body.error, "invalid_grant");
  const early = program.request();
  const other = codeOf(await allow(person, early.path));
  stage.pass(CODE_SECONDS - 1);
  assert.equal((await program.exchange(other, early.verifier)).status, 200);
});

test("An access token expires after fifteen minutes, a refresh token after thirty days without use", async () => {
  const tokens = await program.connect(person);
  stage.pass(ACCESS_SECONDS - 1);
  assert.equal(await works(tokens.access_token), true);
  stage.pass(1);
  assert.equal(await works(tokens.access_token), false);
  stage.pass(REFRESH_SECONDS - ACCESS_SECONDS - 1);
  const next = await program.refresh(tokens.refresh_token);
  assert.equal(next.status, 200);
  stage.pass(REFRESH_SECONDS);
  assert.equal((await program.refresh(next.body.refresh_token)).body.error, "invalid_grant");
  // The session has expired after sixty days, too.
  await signIn(person.visitor, person.email);
});

test("A refresh token used a second time revokes the whole family, including the newest tokens", async () => {
  const fresh = await aSignedIn(stage);
  const first = await program.connect(fresh);
  const elsewhere = await program.connect(fresh);
  const second = (await program.refresh(first.refresh_token)).body;
  const third = (await program.refresh(second.refresh_token)).body;
  assert.equal((await program.refresh(first.refresh_token)).body.error, "invalid_grant");
  assert.equal(await works(third.access_token), false);
  assert.equal((await program.refresh(third.refresh_token)).body.error, "invalid_grant");
  // A separate consent has a separate grant.
  assert.equal(await works(elsewhere.access_token), true);
});

test("Concurrent use of one refresh token leaves nobody with a working token", async () => {
  const fresh = await aSignedIn(stage);
  const tokens = await program.connect(fresh);
  const replies = await Promise.all(Array.from({ length: 5 }, () => program.refresh(tokens.refresh_token)));
  const given = replies.filter(({ status }) => status === 200);
  assert.equal(given.length <= 1, true);
  for (const { body } of given) assert.equal(await works(body.access_token), false);
});

test("A refresh token presented by another client is refused and keeps working for its own", async () => {
  const fresh = await aSignedIn(stage);
  const other = await aProgram(stage);
  const tokens = await program.connect(fresh);
  assert.equal((await other.refresh(tokens.refresh_token)).body.error, "invalid_grant");
  assert.equal((await program.refresh(tokens.refresh_token)).status, 200);
});

test("A client revokes its tokens: an access token alone, a refresh token with its whole grant", async () => {
  const revoke = (token: string, clientId = program.clientId) =>
    fetch(`${stage.url}/oauth/revoke`, { method: "POST", body: new URLSearchParams({ token, client_id: clientId }) });
  const tokens = await program.connect(person);
  const other = await aProgram(stage);
  assert.equal((await revoke(tokens.refresh_token, other.clientId)).status, 200);
  assert.equal(await works(tokens.access_token), true);
  assert.equal((await revoke(tokens.access_token)).status, 200);
  assert.equal(await works(tokens.access_token), false);
  const next = (await program.refresh(tokens.refresh_token)).body;
  assert.equal((await revoke(next.refresh_token)).status, 200);
  assert.equal(await works(next.access_token), false);
  assert.equal((await program.refresh(next.refresh_token)).status, 400);
  assert.equal((await revoke("rtr_unknown")).status, 200);
});

test("Malformed requests to the token endpoint get the errors of RFC 6749", async () => {
  const answers: readonly [Record<string, string>, number, string][] = [
    [{ grant_type: "authorization_code" }, 400, "invalid_request"],
    [{ grant_type: "refresh_token" }, 400, "invalid_request"],
    [{}, 400, "invalid_request"],
    [{ grant_type: "password", username: "a", password: "b" }, 400, "unsupported_grant_type"],
    [{ grant_type: "client_credentials" }, 400, "unsupported_grant_type"],
    [{ grant_type: "refresh_token", refresh_token: "rtr_\0" }, 400, "invalid_grant"],
    [{ grant_type: "refresh_token", refresh_token: "x", client_id: "unknown" }, 401, "invalid_client"],
    [{ grant_type: "refresh_token", refresh_token: "x", client_id: "a\0b" }, 401, "invalid_client"],
  ];
  for (const [fields, status, error] of answers) {
    const reply = await program.token(fields);
    assert.deepEqual([reply.status, reply.body.error], [status, error], JSON.stringify(fields));
  }
  const json = await call(`${stage.url}/oauth/token`, "POST", null, { grant_type: "refresh_token" });
  assert.deepEqual([json.status, json.body.error], [401, "invalid_client"]);
  const text = await fetch(`${stage.url}/oauth/token`, { method: "POST", body: "<xml/>", headers: { "content-type": "text/xml" } });
  assert.deepEqual([text.status, (await text.json()).error], [400, "invalid_request"]);
});
