import assert from "node:assert/strict";
import { after, test } from "node:test";
import { must } from "../../testing/builders.ts";
import { allow, answerOf, aProgram, aSignedIn, codeOf, isLetIn, programOf, REDIRECT_URI } from "../../testing/program.ts";
import { call, openStage } from "../../testing/stage.ts";
import { toolAccess } from "./access.ts";
import { ACCESS_SECONDS, REFRESH_SECONDS } from "./tokens.ts";

const stage = await openStage();
after(() => stage[Symbol.asyncDispose]());
const access = toolAccess(stage.app);
const person = await aSignedIn(stage);
const program = await aProgram(stage);

const works = (token: string) => isLetIn(stage, token);

test("Clients on any site find the authorization server and the resource it protects at well-known URLs", async () => {
  const server = await call(`${stage.url}/.well-known/oauth-authorization-server`, "GET", null);
  assert.deepEqual(server.body, {
    issuer: stage.url,
    authorization_endpoint: `${stage.url}/oauth/authorize`,
    token_endpoint: `${stage.url}/oauth/token`,
    registration_endpoint: `${stage.url}/oauth/register`,
    revocation_endpoint: `${stage.url}/oauth/revoke`,
    scopes_supported: ["read", "write"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [`${stage.url}/mcp`],
  });
  for (const suffix of ["", "/mcp"]) {
    const { headers, body } = await call(`${stage.url}/.well-known/oauth-protected-resource${suffix}`, "GET", null);
    assert.equal(headers.get("access-control-allow-origin"), "*");
    assert.deepEqual(body, {
      resource: `${stage.url}/mcp`,
      authorization_servers: [stage.url],
      scopes_supported: ["read", "write"],
      bearer_methods_supported: ["header"],
      resource_name: "Rostrum",
    });
  }
  const preflight = await fetch(`${stage.url}/oauth/token`, { method: "OPTIONS" });
  assert.deepEqual([preflight.status, preflight.headers.get("access-control-allow-methods")], [204, "GET, POST"]);
});

test("When the operator resets a password, that user's apps are disconnected, and nobody else's", async () => {
  const reset = await aSignedIn(stage);
  const own = await program.connect(reset);
  const others = await program.connect(person);
  const unused = codeOf(await allow(reset, program.request().path));
  await must(stage.admin("POST", "/users/password", { user: reset.email, password: "battery staple" }));
  assert.deepEqual([await works(own.access_token), await works(others.access_token)], [false, true]);
  assert.equal((await program.refresh(own.refresh_token)).body.error, "invalid_grant");
  assert.equal((await program.exchange(unused, "x".repeat(43))).body.error, "invalid_grant");
  assert.deepEqual((await stage.admin("GET", `/clients?user=${reset.email}`)).body.data, []);
});

test("A consent that races with the end of the user's sessions grants nothing", async () => {
  const late = await aSignedIn(stage);
  const page = await late.visitor.get(program.request().path);
  const client = await stage.app.db.connect();
  await client.query("begin");
  await client.query("delete from sessions s using users u where u.id = s.user_id and u.email = $1", [late.email]);
  const decided = late.visitor.submit(page, "/oauth/authorize", { decision: "allow" });
  const isWaiting =
    "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and query like 'select from sessions%'";
  while ((await stage.app.db.query(isWaiting)).rows[0].count === 0);
  await client.query("commit");
  client.release();
  assert.match((await decided).location ?? "", /^\/sign-in\?/);
  assert.deepEqual((await stage.admin("GET", `/clients?user=${late.email}`)).body.data, []);
});

test("An app is authorized: code, tokens, refresh, with state and issuer in the response", async () => {
  const { path, verifier } = program.request();
  const answer = await allow(person, path);
  const parameters = answerOf(answer);
  assert.ok(answer.location?.startsWith(`${REDIRECT_URI}?`));
  assert.deepEqual([...parameters.keys()], ["code", "state", "iss"]);
  assert.equal(parameters.get("state"), "some state & more");
  assert.equal(parameters.get("iss"), stage.url);
  const { status, headers, body } = await program.exchange(codeOf(answer), verifier);
  assert.equal(status, 200);
  assert.equal(headers.get("cache-control"), "no-store");
  const { access_token, refresh_token, ...rest } = body;
  assert.deepEqual(rest, { token_type: "Bearer", expires_in: ACCESS_SECONDS, scope: "read write" });
  assert.match(access_token, /^rtt_[\w-]{43}$/);
  assert.match(refresh_token, /^rtr_[\w-]{43}$/);
  const viewer = await access.viewerOf(access_token);
  assert.equal(viewer?.name, "Ada Baker");
  assert.equal(viewer?.readsOnly, false);
  const next = await program.refresh(refresh_token);
  assert.equal(next.status, 200);
  assert.notEqual(next.body.refresh_token, refresh_token);
  assert.equal(await works(next.body.access_token), true);
});

test("Tokens and codes are stored only as hashes", async () => {
  const { path, verifier } = program.request();
  const code = codeOf(await allow(person, path));
  const { body } = await program.exchange(code, verifier);
  const { rows } = await stage.app.db.query(
    "select to_jsonb(t)::text as row from oauth_tokens t union all select to_jsonb(g)::text from oauth_grants g",
  );
  const stored = rows.map(({ row }) => row).join("\n");
  for (const secret of [code, body.access_token, body.refresh_token]) {
    const bare = secret.slice(4);
    for (const form of [bare, Buffer.from(secret).toString("hex"), Buffer.from(bare, "base64url").toString("hex")]) {
      assert.equal(stored.includes(form), false);
    }
  }
});

test("An app with read-only consent gets a read-only token", async () => {
  const read = await program.connect(person, { may: "read" });
  assert.equal(read.scope, "read");
  assert.equal((await access.viewerOf(read.access_token))?.readsOnly, true);
  const wider = await program.refresh(read.refresh_token, { scope: "read write" });
  assert.equal(wider.body.scope, "read");
  const full = await program.connect(person);
  const narrower = await program.refresh(full.refresh_token, { scope: "read" });
  assert.equal(narrower.body.scope, "read");
  assert.equal((await access.viewerOf(narrower.body.access_token))?.readsOnly, true);
  const { path, verifier } = program.request({ scope: "read" });
  const forged = await program.exchange(codeOf(await allow(person, path, { may: "write" })), verifier);
  assert.equal(forged.body.scope, "read");
});

test("Tokens are bound to the tool server at this URL and are rejected at any other", async () => {
  const tokens = await program.connect(person);
  const moved = toolAccess({ ...stage.app, config: { ...stage.app.config, publicUrl: "https://other.example" } });
  assert.equal(await moved.viewerOf(tokens.access_token), null);
  assert.equal((await program.refresh(tokens.refresh_token, { resource: "https://other.example/mcp" })).body.error, "invalid_target");
  const { path, verifier } = program.request();
  const code = codeOf(await allow(person, path));
  assert.equal((await program.exchange(code, verifier, { resource: "https://other.example/mcp" })).body.error, "invalid_target");
});

test("A tool token is rejected at /v1, an API key at the tool server, and refresh tokens and codes at both", async () => {
  const tokens = await program.connect(person);
  const { body } = await stage.admin("POST", "/keys", { user: person.email, name: "test" });
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    const reply = await call(`${stage.url}/v1/me`, "GET", token);
    assert.deepEqual([reply.status, reply.body.errors], [401, { authorization: "The API key is invalid." }]);
  }
  const { path } = program.request();
  const code = codeOf(await allow(person, path));
  for (const token of [body.data.key, tokens.refresh_token, code, "", "rtt_", "rtt_x%00y"]) assert.equal(await works(token), false);
});

test("A challenge links to the resource metadata and says what is wrong", () => {
  const where = `resource_metadata="${stage.url}/.well-known/oauth-protected-resource/mcp", scope="read write"`;
  assert.equal(access.challenge(), `Bearer ${where}`);
  assert.equal(
    access.challenge("invalid_token"),
    `Bearer error="invalid_token", error_description="The access token is unknown, has expired or was revoked.", ${where}`,
  );
  assert.equal(
    access.challenge("insufficient_scope"),
    `Bearer error="insufficient_scope", error_description="The user let this client read only.", ${where}`,
  );
});

test("The operator and the user can list connected apps and revoke them with effect from the next request", async () => {
  const fresh = await aSignedIn(stage);
  const other = await aProgram(stage, { client_name: "Other" });
  const tokens = await program.connect(fresh);
  const others = await other.connect(fresh, { may: "read" });
  await works(tokens.access_token);
  const { body } = await stage.admin("GET", `/clients?user=${encodeURIComponent(fresh.email)}`);
  const now = stage.now();
  assert.deepEqual(
    body.data,
    [
      { id: program.clientId, name: "Sous-chef", grantedAt: now, lastUsedAt: now },
      { id: other.clientId, name: "Other", grantedAt: now, lastUsedAt: null },
    ].sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  const page = await fresh.visitor.get("/account");
  assert.match(page.text, /Sous-chef Unverified name · may read and change/);
  assert.match(page.text, /Other Unverified name · may read only Connected .* · not used yet/);
  const done = await fresh.visitor.submit(page, "/account/disconnect", { client_id: other.clientId });
  assert.match((await fresh.visitor.get(done.location ?? "")).text, /The app is disconnected and no longer has access\./);
  assert.equal(await works(others.access_token), false);
  assert.equal((await other.refresh(others.refresh_token)).body.error, "invalid_grant");
  assert.equal(await works(tokens.access_token), true);
  assert.equal((await stage.admin("DELETE", `/clients?client_id=${program.clientId}`)).status, 200);
  assert.equal(await works(tokens.access_token), false);
  assert.equal((await program.refresh(tokens.refresh_token)).body.error, "invalid_grant");
  // The app may ask again; the user decides.
  assert.equal(await works((await program.connect(fresh)).access_token), true);
});

test("Nobody can disconnect another user's app, neither by its id nor with a form posted from another site", async () => {
  const victim = await aSignedIn(stage);
  const attacker = await aSignedIn(stage);
  const tokens = await program.connect(victim);
  await program.connect(attacker);
  await attacker.visitor.submit(await attacker.visitor.get("/account"), "/account/disconnect");
  assert.equal(await works(tokens.access_token), true);
  const forged = await victim.visitor.post("/account/disconnect", { client_id: program.clientId });
  assert.equal(forged.status, 403);
  assert.equal(await works(tokens.access_token), true);
});

test("Expired grants are deleted, and an app that nobody authorizes is forgotten after a week", async () => {
  await using own = await openStage();
  const ada = await aSignedIn(own);
  const used = await aProgram(own);
  const unused = await aProgram(own);
  await used.connect(ada);
  await allow(ada, used.request().path);
  const count = async (table: string) => (await own.app.db.query(`select count(*) n from ${table}`)).rows[0].n;
  own.pass(8 * 86_400);
  await aProgram(own);
  assert.deepEqual([await count("sessions"), await count("oauth_grants"), await count("tool_clients")], [0, 1, 1]);
  assert.equal((await unused.refresh("x")).body.error, "invalid_client");
  own.pass(REFRESH_SECONDS);
  await aProgram(own);
  const left = await Promise.all(["sessions", "oauth_grants", "oauth_tokens", "tool_clients"].map(count));
  assert.deepEqual(left, [0, 0, 0, 0]);
  // The app may still ask again.
  assert.equal((await used.refresh("x")).body.error, "invalid_grant");
  // The last app's registration counts: one per hour and one per day.
  assert.equal(await count("throttles"), 2);
});

test("A second process accepts the same sessions, codes and tokens", async () => {
  const { path, verifier } = program.request();
  const code = codeOf(await allow(person, path));
  const there = toolAccess({ ...stage.app });
  const { body } = await programOf(stage, program.clientId).exchange(code, verifier);
  assert.equal((await there.viewerOf(body.access_token))?.name, "Ada Baker");
});
