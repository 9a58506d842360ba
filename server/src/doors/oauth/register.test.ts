import assert from "node:assert/strict";
import { after, test } from "node:test";
import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { aProgram, aSignedIn, isLetIn } from "../../testing/program.ts";
import { call, openStage } from "../../testing/stage.ts";

const BEHIND_PROXY = { ROSTRUM_TRUST_PROXY: "127.0.0.1/32" };
const stage = await openStage(BEHIND_PROXY);
after(() => stage[Symbol.asyncDispose]());

let lastAddress = 0;
function anotherAddress(): string {
  lastAddress += 1;
  return `198.18.1.${lastAddress}`;
}

const register = (metadata: unknown, address = anotherAddress()) => registerAt(stage.url, metadata, address);

async function registerAt(url: string, metadata: unknown, address = anotherAddress()) {
  const response = await fetch(`${url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: typeof metadata === "string" ? metadata : JSON.stringify(metadata),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test("A client that registers gets an id, no secret, and the scopes it may request", async () => {
  const uris = ["https://chat.example/callback", "http://localhost:33418/", "com.example.editor:/oauth", "editor://callback"];
  const { status, body } = await register({
    client_name: "Sous-chef",
    redirect_uris: uris,
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "client_secret_basic",
    scope: "everything",
    client_secret: "chosen by the client",
    logo_uri: "https://evil.example/pixel.png",
  });
  assert.equal(status, 201);
  const { client_id, ...rest } = body;
  assert.match(client_id, /^rcl_[\w-]{22}$/);
  assert.deepEqual(rest, {
    client_id_issued_at: 1795251600,
    client_name: "Sous-chef",
    redirect_uris: uris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    scope: "read write",
  });
});

for (const uri of [
  "javascript:alert(1)",
  "javascript://x/%0aalert(1)",
  "JavaScript:/x",
  "data:text/html,x",
  "data:/x",
  "vbscript:/x",
  "file:///etc/passwd",
  "blob:https://x/y",
  "view-source:/x",
  "ms-msdt:/id",
  "mailto:/a@example.org",
  "http://example.org/callback",
  "http://127.0.0.1.evil.example/",
  "http://10.0.0.1/",
  "https://user@example.org/",
  "https://example.org/#x",
  "https://example.org/a b",
  "https://example.org/\r\nset-cookie:x",
  'https://example.org/"><b>',
  "https://exämple.org/",
  "https:example.org",
  "https:\\\\example.org",
  "https://",
  "//example.org/",
  "/callback",
  "callback",
  "",
  `https://example.org/${"x".repeat(1024)}`,
]) {
  test(`The redirect URI ${JSON.stringify(uri.slice(0, 50))} is refused`, async () => {
    const { status, body } = await register({ redirect_uris: ["https://chat.example/callback", uri] });
    assert.deepEqual([status, body.error], [400, "invalid_redirect_uri"]);
  });
}

const wrongMetadata: readonly [string, unknown, string][] = [
  ["no redirect URI", { client_name: "x" }, "invalid_redirect_uri"],
  ["an empty list of them", { redirect_uris: [] }, "invalid_redirect_uri"],
  ["too many of them", { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://x.example/${n}`) }, "invalid_redirect_uri"],
  ["unsupported grant types", { redirect_uris: ["https://x.example/"], grant_types: ["implicit"] }, "invalid_client_metadata"],
  ["unsupported response types", { redirect_uris: ["https://x.example/"], response_types: ["token"] }, "invalid_client_metadata"],
  ["a name that is not a string", { redirect_uris: ["https://x.example/"], client_name: 7 }, "invalid_client_metadata"],
  ["a list instead of an object", [], "invalid_client_metadata"],
  ["text that is not JSON", "{", "invalid_client_metadata"],
  ["more than sixteen KiB", { redirect_uris: ["https://x.example/"], x: "x".repeat(20_000) }, "invalid_request"],
];
for (const [what, metadata, error] of wrongMetadata) {
  test(`A registration with ${what} is refused`, async () => {
    const { status, body } = await register(metadata);
    assert.deepEqual([status, body.error], [400, error]);
  });
}

test("An address may register twenty clients an hour; the next one has to wait", async () => {
  const metadata = { redirect_uris: ["https://x.example/"] };
  const spam = await Promise.all(Array.from({ length: BOUNDS.registrations.most + 5 }, () => register(metadata, "198.18.7.7")));
  assert.equal(spam.filter(({ status }) => status === 201).length, BOUNDS.registrations.most);
  const refused = await register(metadata, "198.18.7.7");
  assert.deepEqual(
    [refused.status, refused.headers.get("retry-after"), refused.body],
    [429, "3600", { error: "temporarily_unavailable", error_description: "Too many registrations from this address." }],
  );
  assert.equal((await register(metadata, "198.18.7.8")).status, 201);
  stage.pass(3600);
  assert.equal((await register(metadata, "198.18.7.7")).status, 201);
});

test("An address may register a hundred clients a day, however they are spread", async () => {
  const metadata = { redirect_uris: ["https://x.example/"] };
  const statuses: number[] = [];
  for (let hour = 0; hour <= BOUNDS.registrationsInADay.most / BOUNDS.registrations.most; hour += 1) {
    for (let n = 0; n < BOUNDS.registrations.most; n += 1) statuses.push((await register(metadata, "198.18.7.9")).status);
    stage.pass(3600);
  }
  assert.equal(statuses.filter((status) => status === 201).length, BOUNDS.registrationsInADay.most);
  assert.equal(statuses.at(-1), 429);
  stage.pass(86_400);
  assert.equal((await register(metadata, "198.18.7.9")).status, 201);
});

test("A flood of registrations from many addresses is bounded in total and affects no authorized client", async () => {
  await using stage = await openStage(BEHIND_PROXY);
  const metadata = { redirect_uris: ["https://x.example/"] };
  const person = await aSignedIn(stage);
  const letIn = await aProgram(stage);
  const unused = await aProgram(stage);
  stage.pass(3600);
  const { access_token } = await letIn.connect(person);
  await stage.app.db.query(
    `insert into oauth_clients (id, name, redirect_uris, created_at)
     select 'rcl_' || n, 'flood', '{https://x.example/}', $1 from generate_series(1, $2::int) n`,
    [stage.now(), BOUNDS.unusedPrograms.most - 1],
  );
  const fresh = await aProgram(stage);
  const { rows } = await stage.app.db.query("select count(*)::int as count from oauth_clients where admitted_at is null");
  assert.equal(rows[0].count, BOUNDS.unusedPrograms.most);
  // The oldest unauthorized clients made room; a client that has just registered keeps its place.
  assert.match((await person.visitor.get(unused.request().path)).text, /is not registered here/);
  const refused = await registerAt(stage.url, metadata);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "900"]);
  assert.equal((await fresh.connect(person)).token_type, "Bearer");
  assert.equal(await isLetIn(stage, access_token), true);
  await letIn.connect(person);
  stage.pass(901);
  assert.equal((await registerAt(stage.url, metadata)).status, 201);
});

const names: readonly [string, string][] = [
  ["<b>Bold</b><script>alert(1)</script>", "<b>Bold</b><script>alert(1)</script>"],
  ["Claude\u202Eedualc", "Claude edualc"],
  ["Line\none\r\n\ttwo\0", "Line one two"],
  [" \u200b ", "an unnamed app"],
  ["x".repeat(200), `${"x".repeat(79)}…`],
  ["👩‍🍳", "👩 🍳"],
  ["\ud800broken", "\ufffdbroken"],
];
for (const [given, kept] of names) {
  test(`A client named ${JSON.stringify(given.slice(0, 30))} is shown as text, on one line`, async () => {
    const program = await aProgram(stage, { client_name: given });
    const { visitor } = await aSignedIn(stage);
    const page = await visitor.get(program.request().path);
    assert.ok(page.text.startsWith(`Connect “${kept}”? `), page.text.slice(0, 120));
    assert.doesNotMatch(page.html, /<script|<b>/);
  });
}

test("A registration must be JSON, sent with POST", async () => {
  const form = await fetch(`${stage.url}/oauth/register`, {
    method: "POST",
    body: new URLSearchParams({ redirect_uris: "https://x.example/" }),
  });
  assert.equal(form.status, 400);
  assert.equal((await call(`${stage.url}/oauth/register`, "GET", null)).status, 404);
});
