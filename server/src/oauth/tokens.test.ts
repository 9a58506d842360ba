import assert from "node:assert/strict";
import { after, test } from "node:test";
import { allow, aProgram, aSignedIn, codeOf, isLetIn, signIn } from "../testing/program.ts";
import { call, openStage } from "../testing/stage.ts";
import { ACCESS_SECONDS, CODE_SECONDS, REFRESH_SECONDS } from "./tokens.ts";

const stage = await openStage();
after(() => stage[Symbol.asyncDispose]());
const person = await aSignedIn(stage);
const program = await aProgram(stage);

const works = (token: string) => isLetIn(stage, token);

test("A code that comes a second time is refused, and ends the tokens of the first time", async () => {
  const { path, verifier } = program.request();
  const code = codeOf(await allow(person, path));
  const first = await program.exchange(code, verifier);
  const second = await program.exchange(code, verifier);
  assert.equal(second.status, 400);
  assert.deepEqual(second.body, {
    error: "invalid_grant",
    error_description: "The code has been used before. What it was used for has ended.",
  });
  assert.equal(await works(first.body.access_token), false);
  assert.equal((await program.refresh(first.body.refresh_token)).body.error, "invalid_grant");
});

test("Of several exchanges of one code at the same moment one succeeds at most", async () => {
  const { path, verifier } = program.request();
  const code = codeOf(await allow(person, path));
  const replies = await Promise.all(Array.from({ length: 6 }, () => program.exchange(code, verifier)));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
});

test("A wrong verifier is refused, and the code is worth nothing afterwards", async () => {
  const { path, verifier } = program.request();
  const code = codeOf(await allow(person, path));
  assert.equal((await program.exchange(code, "x".repeat(43))).body.error, "invalid_grant");
  assert.equal((await program.exchange(code, verifier)).body.error, "invalid_grant");
});

test("A code of another program, or for another redirect address, is refused", async () => {
  const other = await aProgram(stage);
  const first = program.request();
  assert.equal((await other.exchange(codeOf(await allow(person, first.path)), first.verifier)).body.error, "invalid_grant");
  const second = program.request();
  const moved = { redirect_uri: "http://127.0.0.1:8766/callback" };
  assert.equal((await program.exchange(codeOf(await allow(person, second.path)), second.verifier, moved)).body.error, "invalid_grant");
});

test("A code ends after two minutes", async () => {
  const late = program.request();
  const code = codeOf(await allow(person, late.path));
  stage.pass(CODE_SECONDS);
  assert.equal((await program.exchange(code, late.verifier)).body.error, "invalid_grant");
  const early = program.request();
  const other = codeOf(await allow(person, early.path));
  stage.pass(CODE_SECONDS - 1);
  assert.equal((await program.exchange(other, early.verifier)).status, 200);
});

test("An access token ends after a quarter of an hour, a refresh token after thirty days without a use", async () => {
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
  // Sixty days end a session as well.
  await signIn(person.visitor, person.email);
});

test("A refresh token that comes a second time ends the whole family, the newest tokens too", async () => {
  const fresh = await aSignedIn(stage);
  const first = await program.connect(fresh);
  const elsewhere = await program.connect(fresh);
  const second = (await program.refresh(first.refresh_token)).body;
  const third = (await program.refresh(second.refresh_token)).body;
  assert.equal((await program.refresh(first.refresh_token)).body.error, "invalid_grant");
  assert.equal(await works(third.access_token), false);
  assert.equal((await program.refresh(third.refresh_token)).body.error, "invalid_grant");
  // What the user allowed another time hangs on another grant.
  assert.equal(await works(elsewhere.access_token), true);
});

test("A refresh token that two use at the same moment leaves nobody with a token that works", async () => {
  const fresh = await aSignedIn(stage);
  const tokens = await program.connect(fresh);
  const replies = await Promise.all(Array.from({ length: 5 }, () => program.refresh(tokens.refresh_token)));
  const given = replies.filter(({ status }) => status === 200);
  assert.equal(given.length <= 1, true);
  for (const { body } of given) assert.equal(await works(body.access_token), false);
});

test("A refresh token of another program is refused and goes on working for its own", async () => {
  const fresh = await aSignedIn(stage);
  const other = await aProgram(stage);
  const tokens = await program.connect(fresh);
  assert.equal((await other.refresh(tokens.refresh_token)).body.error, "invalid_grant");
  assert.equal((await program.refresh(tokens.refresh_token)).status, 200);
});

test("A program revokes its tokens: an access token alone, a refresh token with all that came of it", async () => {
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

test("Requests to the token endpoint that are not of its form are answered by RFC 6749", async () => {
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
