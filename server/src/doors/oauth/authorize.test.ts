import assert from "node:assert/strict";
import { after, test } from "node:test";
import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { allow, answerOf, aProgram, aSignedIn, codeOf, REDIRECT_URI } from "../../testing/program.ts";
import { openStage } from "../../testing/stage.ts";
import { aVisitor } from "../../testing/visitor.ts";

const stage = await openStage();
after(() => stage[Symbol.asyncDispose]());
const person = await aSignedIn(stage);
const program = await aProgram(stage);

const requestProblems: readonly [string, Record<string, string | null>, string][] = [
  ["without PKCE", { code_challenge: null, code_challenge_method: null }, "invalid_request"],
  ["with a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
  ["without a challenge method, which means plain,", { code_challenge_method: null }, "invalid_request"],
  ["with a challenge that is not a SHA-256 hash", { code_challenge: "short" }, "invalid_request"],
  ["for a token instead of a code", { response_type: "token" }, "unsupported_response_type"],
  ["without a response type", { response_type: null }, "invalid_request"],
  ["for unknown scopes", { scope: "openid admin" }, "invalid_scope"],
  ["for another audience", { resource: "https://other.example/mcp" }, "invalid_target"],
  ["for a form_post response", { response_mode: "form_post" }, "invalid_request"],
];
for (const [what, change, error] of requestProblems) {
  test(`A request ${what} of an app that is connected is answered ${error}, with state and issuer`, async () => {
    const owner = await aSignedIn(stage);
    await allow(owner, program.request().path);
    const answer = answerOf(await owner.visitor.get(program.request(change).path));
    assert.equal(answer.get("error"), error);
    assert.equal(answer.get("state"), "some state & more");
    assert.equal(answer.get("iss"), stage.url);
    assert.equal(answer.has("code"), false);
  });
}

test("A request that is not valid leads to no app that the person has not connected", async () => {
  const reply = await (await aSignedIn(stage)).visitor.get(program.request({ code_challenge: null, code_challenge_method: null }).path);
  assert.deepEqual([reply.status, reply.location], [400, null]);
  assert.match(reply.text, /^This app cannot be connected The app's request is not valid: /);
});

test("A request that repeats a parameter is answered invalid_request", async () => {
  await allow(person, program.request().path);
  const answer = await person.visitor.get(`${program.request().path}&scope=read&scope=write`);
  assert.equal(answerOf(answer).get("error"), "invalid_request");
});

const strangeRedirects = [
  "https://evil.example/callback",
  `${REDIRECT_URI}/more`,
  `${REDIRECT_URI}?x=1`,
  `${REDIRECT_URI}#x`,
  "http://127.0.0.1.evil.example:8765/callback",
  "http://user@127.0.0.1:8765/callback",
  "http://127.0.0.1:8765@evil.example/callback",
  "https://127.0.0.1:8765/callback",
  "http://localhost:8765/callback",
  "javascript:alert(1)//callback",
  "",
];
for (const redirect of strangeRedirects) {
  test(`A request with redirect_uri ${redirect || "(empty)"} shows an error page and redirects nowhere`, async () => {
    const reply = await person.visitor.get(program.request({ redirect_uri: redirect }).path);
    assert.deepEqual([reply.status, reply.location], [400, null]);
    assert.equal(reply.text, "This app cannot be connected The app asked to be called back at an address it has not registered.");
  });
}

test("On loopback an app may listen on any free port", async () => {
  const { path, verifier } = program.request({ redirect_uri: "http://127.0.0.1:51234/callback" });
  const answer = await allow(person, path);
  assert.ok(answer.location?.startsWith("http://127.0.0.1:51234/callback?code="));
  const reply = await program.exchange(codeOf(answer), verifier, { redirect_uri: "http://127.0.0.1:51234/callback" });
  assert.equal(reply.status, 200);
});

test("A request with no client id, two of them, or an unknown one shows an error page and redirects nowhere", async () => {
  for (const path of [
    "/oauth/authorize",
    program.request({ client_id: null }).path,
    `${program.request().path}&client_id=other`,
    program.request({ client_id: "rcl_unknown" }).path,
    program.request({ client_id: "a\0b" }).path,
    program.request({ client_id: "http://127.0.0.1/client.json" }).path,
    `/oauth/authorize?${"x".repeat(9000)}`,
  ]) {
    const reply = await person.visitor.get(path);
    assert.deepEqual([reply.status, reply.location], [400, null], path.slice(0, 80));
  }
});

test("A visitor who is not signed in must sign in first, whatever the request says, and then returns to it", async () => {
  const stranger = aVisitor(stage.url);
  const { path } = program.request({ redirect_uri: "https://evil.example/" });
  const reply = await stranger.get(path);
  assert.deepEqual([reply.status, reply.location], [303, `/sign-in?return_to=${encodeURIComponent(path)}`]);
  const good = program.request().path;
  const page = await stranger.get((await stranger.get(good)).location ?? "");
  const signedIn = await stranger.submit(page, "/sign-in", { email: person.email, password: "correct horse" });
  assert.equal(signedIn.location, good);
});

test("When the user declines, the app gets access_denied", async () => {
  const page = await person.visitor.get(program.request().path);
  const answer = answerOf(await person.visitor.submit(page, "/oauth/authorize", { decision: "deny" }));
  assert.deepEqual(Object.fromEntries(answer), {
    error: "access_denied",
    error_description: "The user denied the request.",
    state: "some state & more",
    iss: stage.url,
  });
});

test("The page shows the app's name, where the response goes, the signed-in user and their brands", async () => {
  const page = await person.visitor.get(program.request().path);
  assert.equal(
    page.text,
    `Connect “Sous-chef”? An app wants to use Rostrum on your behalf. Continue only if you have just started this in the app yourself. Claims to be Sous-chef The app chose this name itself. Nobody has verified it. Returns to This device An app running here, on port 8765. Acts as Ada Baker (${person.email}) Your brands Corner Bakery And any you join later, within your role in each. What may it do? Read and change See everything, and create, change, publish and delete posts, collections, media and automations. Read only See brands, channels, collections, posts, media and results. Allow Don’t allow You can disconnect it at any time under Your account . Not Ada Baker? Sign in as someone else`,
  );
  assert.match(
    page.headers.get("content-security-policy") ?? "",
    /form-action 'self' http:\/\/127\.0\.0\.1:8765 https:; .*frame-ancestors 'none'/,
  );
});

test("A form posted from another site authorizes nothing", async () => {
  const { path } = program.request();
  const request = path.split("?")[1] ?? "";
  const posted = await person.visitor.post("/oauth/authorize", { request, decision: "allow", may: "write" });
  assert.deepEqual([posted.status, posted.location], [403, null]);
  const page = await person.visitor.get(path);
  const fields = { ...page.forms[0]?.fields, decision: "allow" };
  const foreign = await person.visitor.post("/oauth/authorize", fields, { "sec-fetch-site": "cross-site" });
  assert.equal(foreign.status, 403);
});

test("A form is valid only for the session and the request it was made for", async () => {
  const attacker = await aSignedIn(stage);
  const victim = await aSignedIn(stage);
  const mine = (await attacker.visitor.get(program.request().path)).forms[0]?.fields ?? {};
  assert.equal((await victim.visitor.post("/oauth/authorize", { ...mine, decision: "allow" })).status, 403);
  // The same browser, after somebody else has signed in since the page was opened.
  const page = await victim.visitor.get(program.request().path);
  victim.visitor.cookies.set("rostrum_session", attacker.visitor.cookies.get("rostrum_session") ?? "");
  assert.equal((await victim.visitor.submit(page, "/oauth/authorize", { decision: "allow" })).status, 403);
  const other = program.request({ state: "another" }).path.split("?")[1] ?? "";
  assert.equal((await attacker.visitor.post("/oauth/authorize", { ...mine, request: other, decision: "allow" })).status, 403);
});

test("After signing out in the meantime, submitting the form leads to sign-in and back to the consent page", async () => {
  const fresh = await aSignedIn(stage);
  const { path } = program.request();
  const page = await fresh.visitor.get(path);
  fresh.visitor.cookies.clear();
  const reply = await fresh.visitor.submit(page, "/oauth/authorize", { decision: "allow" });
  assert.deepEqual([reply.status, reply.location], [303, `/sign-in?return_to=${encodeURIComponent(path)}`]);
});

test("Of a hundred consents in an hour one more is refused, which the app is told", async () => {
  const keen = await aSignedIn(stage);
  const count = `insert into throttles (key, count, ends_at)
    select 'consents of ' || id, $2, $3::timestamptz + interval '1 hour' from users where email = $1`;
  await stage.app.db.query(count, [keen.email, BOUNDS.programs.most - 1, stage.now()]);
  assert.equal(answerOf(await allow(keen, program.request().path)).has("code"), true);
  const refused = answerOf(await allow(keen, program.request().path));
  assert.deepEqual([refused.get("error"), refused.has("code")], ["temporarily_unavailable", false]);
  assert.equal(answerOf(await allow(person, program.request().path)).has("code"), true);
});
