import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, test } from "node:test";
import { type Exchange, exchangeCode } from "./codes.ts";
import { grantOf, revokeGrant } from "./grants.ts";
import { mountLogIn } from "./log-in-page.ts";
import type { LogInPage } from "./log-in-request.ts";
import { type Ground, openGround, plainNetwork } from "./testing/ground.ts";

const CALLBACK = "http://127.0.0.1:9/connect/plain/callback";
const page: LogInPage = {
  path: "/www/oauth",
  scopes: [
    { name: "read", label: "See your profile", isRequired: true },
    { name: "write", label: "Post for you", isRequired: false },
    { name: "insights", label: "See your counts", isRequired: false },
  ],
  pkce: "taken",
  codeSeconds: 600,
  fragment: "#_",
  declined: { error: "access_denied", error_reason: "user_denied" },
  persons: async () => [
    { id: "1", name: "Ada" },
    { id: "2", name: "<b>Bob</b>" },
  ],
  personNamed: async (name) => ({ id: `new-${name}`, name }),
  accountsOf: async () => [
    { id: "a", name: "Bakery", note: "Page" },
    { id: "b", name: "Café", note: "Page" },
  ],
};
const network = plainNetwork((scope, world) => mountLogIn(scope, { network, world, page }));

let ground: Ground;
beforeEach(async () => {
  ground = await openGround(network);
});
afterEach(() => ground[Symbol.asyncDispose]());

const wanted = { client_id: "sandbox", redirect_uri: CALLBACK, response_type: "code", state: "s 1", scope: "read,write" };
const query = (changes: Record<string, string> = {}) => new URLSearchParams({ ...wanted, ...changes }).toString();
const address = () => `${ground.world.baseUrl}/www/oauth`;

function send(fields: readonly (readonly [string, string])[]): Promise<Response> {
  return fetch(address(), { method: "POST", redirect: "manual", body: new URLSearchParams(fields.map(([name, value]) => [name, value])) });
}

/** Logs in in one call and returns where the person is sent. */
async function allow(
  given: { scopes?: readonly string[]; accounts?: readonly string[]; asked?: string; person?: string } = {},
): Promise<URL> {
  const { scopes = ["write"], accounts = ["a", "b"], asked = query(), person = "1" } = given;
  const reply = await send([
    ["asked", asked],
    ["person", person],
    ["decision", "allow"],
    ...scopes.map((scope) => ["given_scope", scope] as const),
    ...accounts.map((account) => ["given_account", account] as const),
  ]);
  assert.equal(reply.status, 302);
  return new URL(reply.headers.get("location") ?? "");
}

function exchange(code: string | null, changes: Partial<Exchange> = {}) {
  return exchangeCode(ground.world, { code: code ?? "", clientId: "sandbox", redirectUri: CALLBACK, verifier: "", ...changes });
}

const granted = (personId = "1") => grantOf(ground.world, { clientId: "sandbox", personId });

test("the page asks who logs in, and shows names as text", async () => {
  const reply = await fetch(`${address()}?${query()}`);
  const text = await reply.text();
  assert.equal(reply.status, 200);
  assert.match(text, /<input type="radio" name="person" value="1" checked> <span>Ada<\/span>/);
  assert.match(text, /&#60;b&#62;Bob/);
  assert.match(text, /<input type="text" name="name"/);
});

test("the next page offers accounts and scopes, all ticked, and lets the form end at the application", async () => {
  const reply = await send([
    ["asked", query()],
    ["person", "1"],
  ]);
  const text = await reply.text();
  assert.match(reply.headers.get("content-security-policy") ?? "", /form-action 'self' http:\/\/127\.0\.0\.1:9;/);
  assert.match(text, /name="given_account" value="b" checked> <span>Café/);
  assert.match(text, /name="given_scope" value="read" checked disabled>/);
  assert.match(text, /name="given_scope" value="write" checked>/);
  assert.doesNotMatch(text, /insights/);
});

test("allowing redirects with code and state, and the code is exchanged once", async () => {
  const target = await allow();
  assert.equal(target.origin + target.pathname, CALLBACK);
  assert.deepEqual([target.searchParams.get("state"), target.hash], ["s 1", "#_"]);
  const outcome = await exchange(target.searchParams.get("code"));
  assert.ok(outcome.kind === "exchanged");
  assert.deepEqual([outcome.scopes, outcome.grant.person_id, outcome.grant.account_ids], [["read", "write"], "1", ["a", "b"]]);
  assert.equal(outcome.query, query(), "the page was opened with it");
  assert.deepEqual(await exchange(target.searchParams.get("code")), { kind: "refused", why: "used" });
});

test("a person whose name is typed is created", async () => {
  const reply = await send([
    ["asked", query()],
    ["name", "Cy"],
    ["decision", "allow"],
  ]);
  assert.equal(reply.status, 302);
  assert.deepEqual((await granted("new-Cy"))?.account_ids, []);
});

test("cancelling redirects in the network's own words", async () => {
  const reply = await send([
    ["asked", query()],
    ["decision", "cancel"],
  ]);
  assert.equal(reply.headers.get("location"), `${CALLBACK}?error=access_denied&error_reason=user_denied&state=s+1`);
});

test("what is unticked in a later log-in is gone, and what it did not ask for stays", async () => {
  await allow();
  await allow({ asked: query({ scope: "read,insights" }), scopes: [], accounts: ["b"] });
  const grant = await granted();
  assert.deepEqual([grant?.scopes, grant?.account_ids], [["write", "read"], ["b"]]);
});

test("a code is refused to other applications, for other addresses, too late, and after the grant was taken back", async () => {
  const code = (await allow()).searchParams.get("code");
  assert.deepEqual(await exchange("nonsense"), { kind: "refused", why: "unknown" });
  assert.deepEqual(await exchange(code, { clientId: "other" }), { kind: "refused", why: "unknown" });
  assert.deepEqual(await exchange(code, { redirectUri: `${CALLBACK}/` }), { kind: "refused", why: "redirect" });
  ground.pass(601);
  assert.deepEqual(await exchange(code), { kind: "refused", why: "expired" });
  const later = (await allow()).searchParams.get("code");
  const grant = await granted();
  assert.ok(grant);
  await revokeGrant(ground.world, grant);
  await allow();
  assert.deepEqual(await exchange(later), { kind: "refused", why: "revoked" });
});

test("a code that was asked for with a challenge needs its verifier", async () => {
  const verifier = "a-verifier-of-some-length-0123456789-0123456789";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const target = await allow({ asked: query({ code_challenge: challenge, code_challenge_method: "S256" }) });
  const code = target.searchParams.get("code");
  assert.deepEqual(await exchange(code), { kind: "refused", why: "verifier" });
  assert.equal((await exchange(code, { verifier })).kind, "exchanged");
});

test("requests with mistakes get a page and no redirect", async () => {
  const mistakes = [
    { client_id: "other" },
    { redirect_uri: "javascript:alert(1)" },
    { redirect_uri: `${CALLBACK}#x` },
    { response_type: "token" },
    { scope: "read,fly" },
    { scope: "write" },
    { code_challenge: "x", code_challenge_method: "plain" },
  ];
  for (const mistake of mistakes) {
    const asked = query(mistake as Record<string, string>);
    assert.equal((await fetch(`${address()}?${asked}`)).status, 400, asked);
    const reply = await send([
      ["asked", asked],
      ["person", "1"],
      ["decision", "allow"],
    ]);
    assert.equal(reply.status, 400, asked);
  }
  const nobody = await send([
    ["asked", query()],
    ["person", "77"],
    ["decision", "allow"],
  ]);
  assert.equal(nobody.status, 400);
});
