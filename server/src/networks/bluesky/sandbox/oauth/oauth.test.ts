import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { test } from "node:test";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { Ground } from "../../../sandbox/kit/testing/ground.ts";
import { openGround } from "../../../sandbox/kit/testing/ground.ts";
import { blueskySandbox } from "../index.ts";

const REDIRECT = "http://127.0.0.1:4000/back";
const CLIENT = `http://localhost?${new URLSearchParams({ redirect_uri: REDIRECT, scope: "atproto transition:generic" })}`;
const VERIFIER = "v".repeat(43);
const SESSION = "/xrpc/com.atproto.server.getSession";
const SECONDS_PER_HOUR = 3600;

test("An account leads to its server, that to the authorization server, and that to its addresses", async () => {
  await using ground = await openGround(blueskySandbox);
  const { baseUrl } = ground.world;
  const { did } = await anAccount(ground);
  const document = await json(`${baseUrl}/${did}`);
  assert.deepEqual([document.id, document.alsoKnownAs], [did, ["at://corner-bakery.bluesky.test"]]);
  assert.equal((await fetch(`${baseUrl}/did:plc:aaaaaaaaaaaaaaaaaaaaaaaa`)).status, 404);
  const resource = await json(`${baseUrl}/.well-known/oauth-protected-resource`);
  assert.deepEqual(resource.authorization_servers, [baseUrl]);
  const server = await json(`${baseUrl}/.well-known/oauth-authorization-server`);
  assert.deepEqual(
    [server.issuer, server.require_pushed_authorization_requests, server.authorization_response_iss_parameter_supported],
    [baseUrl, true, true],
  );
});

test("A pushed request needs a proof, with the nonce that the refusal of the first one brings", async () => {
  await using ground = await openGround(blueskySandbox);
  const client = await aClient(ground);
  const bare = await fetch(`${ground.world.baseUrl}/oauth/par`, { method: "POST", body: new URLSearchParams(pushed()) });
  assert.deepEqual([bare.status, await bare.json()], [400, { error: "invalid_dpop_proof", error_description: "DPoP proof required" }]);
  const first = await client.post("/oauth/par", pushed());
  assert.deepEqual([first.status, first.body.error], [400, "use_dpop_nonce"]);
  const second = await client.post("/oauth/par", pushed());
  assert.deepEqual([second.status, second.body.expires_in], [201, 300]);
  ground.pass(2 * 180);
  assert.equal((await client.post("/oauth/par", pushed())).body.error, "use_dpop_nonce");
});

test("A proof is for one request: not for another method or address, not twice, and not for long", async () => {
  await using ground = await openGround(blueskySandbox);
  const client = await aClient(ground);
  await client.post("/oauth/par", pushed());
  const address = `${ground.world.baseUrl}/oauth/par`;
  const answerTo = async (proof: string) => {
    const reply = await fetch(address, { method: "POST", body: new URLSearchParams(pushed()), headers: { dpop: proof } });
    return JSON.parse(await reply.text()).error_description ?? reply.status;
  };
  assert.equal(await answerTo(await client.proof({ htm: "GET", htu: address })), 'DPoP "htm" mismatch');
  assert.equal(await answerTo(await client.proof({ htm: "POST", htu: `${address}x` })), 'DPoP "htu" mismatch');
  const proof = await client.proof({ htm: "POST", htu: address });
  assert.equal(await answerTo(proof), 201);
  assert.equal(await answerTo(proof), "DPoP proof replayed");
  const stale = await client.proof({ htm: "POST", htu: address });
  ground.pass(191);
  assert.equal(await answerTo(stale), "Failed to verify DPoP proof");
});

for (const [what, changes, error] of [
  ["another redirect address", { redirect_uri: "http://127.0.0.1:4000/elsewhere" }, "invalid_request"],
  ["no challenge", { code_challenge: "" }, "invalid_request"],
  ["a plain challenge", { code_challenge_method: "plain" }, "invalid_request"],
  ["scopes without the network's own", { scope: "transition:generic" }, "invalid_scope"],
  ["a scope that the client did not declare", { scope: "atproto transition:chat.bsky" }, "invalid_scope"],
  ["a client id that is not a client's", { client_id: "https://elsewhere.example/client.json" }, "invalid_client_metadata"],
  [
    "a client that would be answered at localhost",
    { client_id: "http://localhost?redirect_uri=http://localhost/" },
    "invalid_client_metadata",
  ],
] as const) {
  test(`A pushed request with ${what} is refused with ${error}`, async () => {
    await using ground = await openGround(blueskySandbox);
    const client = await aClient(ground);
    await client.post("/oauth/par", pushed());
    const { status, body } = await client.post("/oauth/par", { ...pushed(), ...changes });
    assert.deepEqual([status, body.error], [400, error]);
  });
}

test("The page chooses the account that was hinted at, is left by its buttons alone, and ends with the request", async () => {
  await using ground = await openGround(blueskySandbox);
  const client = await aClient(ground);
  const { did } = await anAccount(ground);
  await blueskySandbox.account("Somebody Else", ground.world);
  const url = await client.request({ login_hint: "corner-bakery.bluesky.test" });
  const reply = await fetch(url);
  const page = await reply.text();
  assert.match(reply.headers.get("content-security-policy") ?? "", /form-action 'self' http:\/\/127\.0\.0\.1:4000;/);
  assert.match(page, new RegExp(`name="person" value="${did}" checked`));
  assert.equal(page.match(/ checked/g)?.length, 1);
  assert.match(page, /<button class="main" name="decision" value="allow">/);
  assert.doesNotMatch(page, /<script|onclick|tabindex/);
  const parameters = await client.decide(url, { decision: "deny" });
  const { error, state, iss } = parameters;
  assert.deepEqual({ error, state, iss }, { error: "access_denied", state: "s", iss: ground.world.baseUrl });
  assert.equal((await fetch(url)).status, 400);
  const late = await client.request();
  ground.pass(301);
  assert.equal((await fetch(late)).status, 400);
});

test("A code gives tokens once; shown again it ends the log-in", async () => {
  await using ground = await openGround(blueskySandbox);
  const client = await aClient(ground);
  const { code = "" } = await client.decide(await client.request());
  const { status, body } = await client.exchange(code);
  assert.equal(status, 200, JSON.stringify(body));
  const { access_token: access, refresh_token: refresh, ...facts } = body;
  assert.deepEqual(facts, { token_type: "DPoP", scope: "atproto transition:generic", expires_in: SECONDS_PER_HOUR, sub: facts.sub });
  assert.match(facts.sub ?? "", /^did:plc:/);
  assert.equal((await client.get(SESSION, access)).status, 200);
  assert.deepEqual((await client.exchange(code)).body, { error: "invalid_grant", error_description: "Invalid code" });
  assert.equal((await client.get(SESSION, access)).status, 401);
  assert.equal((await client.refresh(refresh)).body.error, "invalid_grant");
});

test("A refresh token gives new tokens and ends the old ones; shown again it ends the log-in", async () => {
  await using ground = await openGround(blueskySandbox);
  const client = await aClient(ground);
  const first = await client.logIn();
  const second = (await client.refresh(first.refresh_token)).body;
  assert.equal((await client.get(SESSION, first.access_token)).status, 401);
  assert.equal((await client.get(SESSION, second.access_token)).status, 200);
  assert.equal((await client.refresh(first.refresh_token)).body.error_description, "Refresh token replayed");
  assert.equal((await client.get(SESSION, second.access_token)).status, 401);
});

test("Tokens of one client and key are of no use to others", async () => {
  await using ground = await openGround(blueskySandbox);
  const [client, other] = [await aClient(ground), await aClient(ground)];
  const tokens = await client.logIn();
  await other.logIn();
  const reply = await other.get(SESSION, tokens.access_token);
  assert.deepEqual([reply.status, reply.body.error, reply.body.message], [401, "invalid_token", "Invalid DPoP key binding"]);
  assert.equal((await other.refresh(tokens.refresh_token)).body.error_description, "DPoP proof does not match the expected JKT");
  await other.post("/oauth/revoke", { client_id: CLIENT, token: tokens.refresh_token ?? "" });
  await fetch(`${ground.world.baseUrl}/oauth/revoke`, {
    method: "POST",
    body: new URLSearchParams({ client_id: CLIENT, token: tokens.refresh_token ?? "" }),
  });
  assert.equal((await client.get(SESSION, tokens.access_token)).status, 200);
  await client.post("/oauth/revoke", { client_id: CLIENT, token: tokens.refresh_token ?? "" });
  assert.equal((await client.get(SESSION, tokens.access_token)).status, 401);
});

test("A method answers an unknown nonce with 401, the header that says so, and the nonce to use", async () => {
  await using ground = await openGround(blueskySandbox);
  const client = await aClient(ground);
  const { access_token: access } = await client.logIn();
  ground.pass(2 * 180);
  const refused = await client.get(SESSION, access);
  assert.deepEqual([refused.status, refused.body.error], [401, "use_dpop_nonce"]);
  assert.match(refused.headers.get("www-authenticate") ?? "", /^DPoP error="use_dpop_nonce"/);
  assert.equal((await client.get(SESSION, access)).status, 200);
  ground.pass(SECONDS_PER_HOUR);
  await client.get(SESSION, access);
  assert.equal((await client.get(SESSION, access)).body.message, "Token expired");
});

test("A log-in without the scope that posting needs can read the session and nothing else", async () => {
  await using ground = await openGround(blueskySandbox);
  const client = await aClient(ground);
  const { access_token: access } = await client.logIn({ scope: "atproto" });
  assert.equal((await client.get(SESSION, access)).status, 200);
  const refused = await client.get("/xrpc/com.atproto.server.getServiceAuth?aud=did:web:a", access);
  assert.deepEqual([refused.status, refused.body.error], [403, "ScopeMissingError"]);
});

test("Faults end the access tokens issued so far, or take back what people have granted", async () => {
  await using ground = await openGround(blueskySandbox);
  const client = await aClient(ground);
  const first = await client.logIn();
  await ground.fault("token-ended");
  assert.equal((await client.get(SESSION, first.access_token)).body.message, "Token expired");
  const second = (await client.refresh(first.refresh_token)).body;
  assert.equal((await client.get(SESSION, second.access_token)).status, 200);
  await ground.fault("access-revoked");
  assert.equal((await client.get(SESSION, second.access_token)).body.message, "Invalid token");
  assert.equal((await client.refresh(second.refresh_token)).body.error, "invalid_grant");
});

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, string | undefined>>;
}

/** A client with a key of its own, which uses the nonces that it is given. */
async function aClient({ world }: Ground) {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  let nonce: string | undefined;
  const proof = (claims: { htm: string; htu: string; ath?: string }) =>
    new SignJWT({ jti: randomUUID(), ...(nonce === undefined ? {} : { nonce }), ...claims })
      .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
      .setIssuedAt(Math.floor(toEpochMilliseconds(world.now()) / 1000))
      .sign(privateKey);
  const answer = async (reply: Response): Promise<Reply> => {
    nonce = reply.headers.get("dpop-nonce") ?? nonce;
    return { status: reply.status, headers: reply.headers, body: JSON.parse(await reply.text()) };
  };
  const post = async (path: string, form: Readonly<Record<string, string>>) => {
    const url = world.baseUrl + path;
    const headers = { dpop: await proof({ htm: "POST", htu: url }) };
    return answer(await fetch(url, { method: "POST", headers, body: new URLSearchParams(form) }));
  };
  const request = async (changes: Readonly<Record<string, string>> = {}) => {
    // The first brings the nonce.
    if (nonce === undefined) await post("/oauth/par", { ...pushed(), ...changes });
    const { body } = await post("/oauth/par", { ...pushed(), ...changes });
    return `${world.baseUrl}/oauth/authorize?${new URLSearchParams({ client_id: CLIENT, request_uri: body.request_uri ?? "" })}`;
  };
  const decide = async (url: string, fields: Readonly<Record<string, string>> = { name: "Corner Bakery", decision: "allow" }) => {
    const body = new URLSearchParams([...new URL(url).searchParams, ...Object.entries(fields)]);
    const reply = await fetch(`${world.baseUrl}/oauth/authorize`, { method: "POST", body, redirect: "manual" });
    assert.equal(reply.status, 303, await reply.text());
    return Object.fromEntries(new URL(reply.headers.get("location") ?? "").searchParams);
  };
  const exchange = (code: string) =>
    post("/oauth/token", { grant_type: "authorization_code", client_id: CLIENT, code, redirect_uri: REDIRECT, code_verifier: VERIFIER });
  return {
    proof,
    post,
    request,
    decide,
    exchange,
    refresh: (token = "") => post("/oauth/token", { grant_type: "refresh_token", client_id: CLIENT, refresh_token: token }),
    async logIn(changes: Readonly<Record<string, string>> = {}) {
      const { code = "" } = await decide(await request(changes));
      return (await exchange(code)).body;
    },
    async get(path: string, token = "") {
      const url = world.baseUrl + path;
      const ath = createHash("sha256").update(token).digest("base64url");
      const headers = { authorization: `DPoP ${token}`, dpop: await proof({ htm: "GET", htu: url.replace(/\?.*/, ""), ath }) };
      return answer(await fetch(url, { headers }));
    },
  };
}

function pushed(): Record<string, string> {
  return {
    client_id: CLIENT,
    response_type: "code",
    redirect_uri: REDIRECT,
    scope: "atproto transition:generic",
    state: "s",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
  };
}

async function anAccount({ world }: Ground): Promise<{ did: string }> {
  await blueskySandbox.account("Corner Bakery", world);
  const { did } = await json(`${world.baseUrl}/xrpc/com.atproto.identity.resolveHandle?handle=corner-bakery.bluesky.test`);
  return { did: String(did) };
}

async function json(url: string): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = JSON.parse(await (await fetch(url)).text());
  return body;
}
