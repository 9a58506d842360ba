import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { credentialFields } from "@rostrum/contract/credential-fields.ts";
import type { PrivateOperation } from "@rostrum/contract/operation.ts";
import { applicationsAt } from "@rostrum/contract/platforms.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import { firstChoices } from "../../server/src/brands/channels/first-choices.ts";
import { settingPrefix } from "../../server/src/ground/config.ts";
import { connect, type Database } from "../../server/src/ground/database/connect.ts";
import { type TestDatabase, testDatabaseUrl } from "../../server/src/ground/database/testing.ts";
import { PUBLIC_CREDENTIALS } from "../../server/src/ground/observability/secrets.ts";
import { createSecrets } from "../../server/src/ground/secrets/seal.ts";
import { connectors } from "../../server/src/networks/connectors/index.ts";
import { aCollector, type Collector } from "../../server/src/testing/collector.ts";
import { compiledSources } from "../../server/src/testing/compiled.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { aProgram, codeOf, signIn } from "../../server/src/testing/program.ts";
import { pathWith } from "../../server/src/testing/refusals.ts";
import { aVisitor, type Visitor } from "../../server/src/testing/visitor.ts";
import { type Service, startService } from "../blackbox/support/service.ts";
import { anEcho, anEchoOfMail, type Echo, type EchoHost } from "./echo.ts";
import { everyHostAt } from "./hosts.ts";
import { Plants } from "./planted.ts";

/**
 * A secret of every kind is planted and used, and every call that it is used in goes wrong: hosts, mail servers and buckets refuse
 * with all that they were sent in their answers, and the log is at its most talkative. Then nothing shows any of them.
 */
const plants = new Plants();
/** What the service has said: the places, and the texts. */
const said: { readonly where: string; readonly text: string }[] = [];

const opened = new AsyncDisposableStack();
let service: Service;
let database: TestDatabase;
let db: Database;
let echo: EchoHost;
let mail: Echo;
let collector: Collector;
let sealing: ReturnType<typeof createSecrets>;
/** Of the children that the service has at the end. */
let children: readonly { readonly where: string; readonly text: string }[];

const email = `${randomBytes(6).toString("hex")}@example.org`;

before(async () => {
  echo = opened.use(await anEcho());
  mail = opened.use(await anEchoOfMail());
  collector = opened.use(await aCollector());
  database = opened.use(await testDatabaseUrl());
  db = opened.adopt(connect(database.url, { poolSize: 1, log: () => {} }), (pool) => pool.end());
  const key = Buffer.from(plants.value("key that seals secrets"), "base64url").subarray(0, 32).toString("base64");
  plants.learn("key that seals secrets", key);
  sealing = createSecrets(Buffer.from(key, "base64"));
  service = await startService(settings(key));
  await journeyOfPerson();
  await journeyOfChannels();
  await journeyOfBucket();
  await lookEverywhere();
});
after(() => opened.disposeAsync());

function settings(key: string): Record<string, string> {
  const applications = CHANNEL_TYPES.flatMap(applicationsAt).flatMap((application) => [
    [`${settingPrefix(application)}CLIENT_ID`, `client-of-${application}`],
    [`${settingPrefix(application)}CLIENT_SECRET`, plants.value(`secret of the application ${application}`)],
  ]);
  const mailPassword = encodeURIComponent(plants.value("password of the mail server"));
  return {
    ...everyHostAt(echo.url),
    ...Object.fromEntries(applications),
    DATABASE_URL: databaseUrl(),
    ...compiledSources(),
    ROSTRUM_SECRET_KEY: key,
    ROSTRUM_ADMIN_TOKEN: plants.value("admin token"),
    ROSTRUM_SMTP_URL: `smtp://mailer:${mailPassword}@${mail.url}`,
    ROSTRUM_MAIL_FROM: "Rostrum <rostrum@example.org>",
    ROSTRUM_SIGN_UP: "1",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=${plants.value("header for the collector of traces")}`,
    OTEL_BSP_SCHEDULE_DELAY: "100",
    ROSTRUM_LOG_LEVEL: "debug",
  };
}

/** The tests' server trusts whoever may reach its socket, so it takes any password; one of your own has its own. */
function databaseUrl(): string {
  const url = new URL(database.url);
  if (url.password === "") url.password = plants.value("password of the database");
  else plants.learn("password of the database", decodeURIComponent(url.password));
  if (url.username === "") url.username = "rostrum";
  return url.href;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every form
  readonly body: any;
}

interface Asked {
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** The answer is the one place where a secret is shown. */
  readonly shows?: boolean;
}

/** Asks, and keeps the answer as something that was said. */
async function ask(method: string, path: string, { body, headers, shows = false }: Asked): Promise<Answer> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? null : JSON.stringify(body),
    redirect: "manual",
  });
  const text = await response.text();
  if (!shows) said.push({ where: `answer of ${method} ${path.split("?")[0]}`, text });
  return { status: response.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
}

function bearer(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}

function admin(method: string, path: string, body?: unknown, shows = false): Promise<Answer> {
  return ask(method, `/app/api/admin${path}`, { body, shows, headers: bearer(plants.value("admin token")) });
}

let brandId: number;
let key: string;
let visitor: Visitor;
let pageToken: string;

function asPage(method: string, path: string, body?: unknown, shows = false): Promise<Answer> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return ask(method, `/app/api${path}`, { body, shows, headers: { cookie, "x-rostrum-token": pageToken } });
}

/** A person signs in, makes a key, lets an app in, forgets their password, and invites somebody. */
async function journeyOfPerson(): Promise<void> {
  const password = plants.value("password of a person");
  await admin("POST", "/users", { name: "Ada Baker", email, password });
  brandId = (await admin("POST", "/brands", { owner: email, title: "Corner Bakery" })).body.data.id;
  visitor = aVisitor(service.url);
  const refused = await signIn(visitor, email, plants.value("wrong password of a person"));
  said.push({ where: "refused sign-in", text: refused.html });
  await signIn(visitor, email, password);
  for (const [name, value] of visitor.cookies) if (name.endsWith("rostrum_session")) plants.learn("cookie of a session", value);
  pageToken = "";
  pageToken = (await asPage("GET", "/session", undefined, true)).body.data.token;
  plants.learn("token of a page", pageToken);

  key = plants.learn("API key", (await admin("POST", "/keys", { user: email, name: "mine" }, true)).body.data.key);
  const old = (await admin("POST", "/keys", { user: email, name: "old" }, true)).body.data;
  plants.learn("revoked API key", old.key);
  await admin("DELETE", `/keys/${old.id}`);
  for (const one of [key, old.key]) {
    for (const path of ["/me", "/brands/1/posts?page=0", "/nowhere"]) await ask("GET", `/v1${path}`, { headers: bearer(one) });
    await ask("GET", `/v1/me?api_key=${one}`, { headers: {} });
    await ask("GET", `/v1/brands?per_page=1&api_key=${one}`, { headers: {} });
  }
  await journeyOfApp();
  await journeyOfLinks();
  await journeyOfWebhook();
  await journeyOfChat();
}

/** A webhook is made, gets another secret, and is sent a test that arrives nowhere. */
async function journeyOfWebhook(): Promise<void> {
  const facts = { url: "https://hooks.invalid/rostrum", asymmetric: true };
  const { id, secret } = (await ask("POST", `/app/api/brands/${brandId}/webhooks`, { body: facts, headers: bearer(key), shows: true })).body
    .data;
  const learnKey = async () => {
    const { rows } = await db.query("select secrets from webhooks where id = $1", [id]);
    const pair: string = JSON.parse(sealing.open(rows[0].secrets, `webhooks.secrets:${id}`)).key;
    plants.learn("private key of a webhook", Buffer.from(pair.slice(5), "base64").subarray(0, 32).toString("base64"));
  };
  plants.learn("secret of a webhook", secret.slice(6));
  await learnKey();
  plants.learn("secret of a webhook", (await asPage("POST", `/webhooks/${id}/secret`, undefined, true)).body.data.secret.slice(6));
  await learnKey();
  await asPage("POST", `/webhooks/${id}/test`);
  await eventually("the test has failed", async () => (await asPage("GET", `/webhooks/${id}/attempts`)).body.data.total > 0);
  for (const path of ["events", "attempts"]) await asPage("GET", `/webhooks/${id}/${path}`);
  await asPage("PATCH", `/webhooks/${id}`, { status: "OFF", asymmetric: false });
  await asPage("GET", `/brands/${brandId}/webhooks`);
}

/** Somebody wants to be told in a chat that cannot be reached, and tests it. */
async function journeyOfChat(): Promise<void> {
  const url = `https://hooks.invalid/services/${plants.value("address of a chat")}`;
  const path = `/brands/${brandId}/notifications`;
  const made = await asPage("PATCH", path, { chat: ["FAILURES", "PUBLISHED"], chatTarget: { kind: "SLACK", url } });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  await asPage("GET", path);
  await asPage("PATCH", path, { chatTarget: { kind: "SLACK", url: url.replace("https", "http") } });
  const { body } = await asPage("POST", `${path}/test`);
  assert.equal(body.data.arrived, false);
}

async function journeyOfApp(): Promise<void> {
  const program = await aProgram(service);
  const { path, verifier } = program.request();
  const allowed = await visitor.submit(await visitor.get(path), "/oauth/authorize", { decision: "allow" });
  const code = plants.learn("code of an app", codeOf(allowed));
  plants.learn("verifier of an app", verifier);
  said.push({ where: "refused exchange", text: JSON.stringify((await program.exchange(code, "a".repeat(43))).body) });
  const again = program.request();
  const second = codeOf(await visitor.submit(await visitor.get(again.path), "/oauth/authorize", { decision: "allow" }));
  const { body: tokens } = await program.exchange(
    plants.learn("code of an app", second),
    plants.learn("verifier of an app", again.verifier),
  );
  plants.learn("access token of an app", tokens.access_token);
  const { body: renewed } = await program.refresh(plants.learn("refresh token of an app", tokens.refresh_token));
  plants.learn("access token of an app", renewed.access_token);
  plants.learn("refresh token of an app", renewed.refresh_token);
  await ask("POST", "/mcp", {
    headers: { ...bearer(renewed.access_token), accept: "application/json, text/event-stream" },
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_brands", arguments: { page: "x" } } },
  });
  await ask("GET", "/v1/me", { headers: bearer(renewed.access_token) });
  // A token used twice ends the whole connection, and the log tells of it.
  said.push({ where: "refused renewal", text: JSON.stringify((await program.refresh(tokens.refresh_token)).body) });
}

async function journeyOfLinks(): Promise<void> {
  const open = async (kind: string, url: string) => {
    const { pathname, search } = new URL(url);
    plants.learn(kind, new URLSearchParams(search).get("token") ?? pathname.slice(pathname.lastIndexOf("/") + 1));
    await fetch(`${service.url}${pathname}${search}`, { redirect: "manual" });
    await fetch(`${service.url}${pathname}x${search}x`, { redirect: "manual" });
  };
  await open("link to choose a password", (await admin("POST", "/users/reset-link", { user: email }, true)).body.data.url);
  await open("link to confirm an address", (await admin("POST", "/users/verify-link", { user: email }, true)).body.data.url);
  await open("link of an invitation", (await asPage("POST", `/brands/${brandId}/invitations`, { role: "editor" }, true)).body.data.url);
  const feed = await admin("PATCH", `/brands/${brandId}/feed`, { set: "on" }, true);
  const feedPath = new URL(feed.body.data.rss).pathname;
  plants.learn("address of a brand's feed", feedPath.slice("/feeds/".length, -".xml".length));
  for (const path of [feedPath, `${feedPath}?limit=x`, feedPath.replace(".xml", "/media/unknown/picture.jpg")])
    await fetch(`${service.url}${path}`);
  const begun = await admin("POST", `/brands/${brandId}/log-ins`, { type: "Mastodon", sandbox: true }, true);
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  await open("link that begins a log-in", begun.body.data.url);
  const forgot = aVisitor(service.url);
  await forgot.submit(await forgot.get("/forgot-password"), "/forgot-password", { email });
  await eventually("the mail server has been asked", () => /AUTH/.test(mail.heard()));
}

/** Credentials of every network, as they are typed and as they are stored, go to hosts that repeat them. */
async function journeyOfChannels(): Promise<void> {
  const secret = plants.value("secret of an application set by the operator");
  const set = await admin("POST", "/networks", { type: "X", clientId: "another", clientSecret: secret });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  const channels: number[] = [];
  for (const type of CHANNEL_TYPES) {
    const fields = credentialFields[type].filter(({ isSecret, isOptional }) => isSecret || !isOptional);
    const credentials = Object.fromEntries(fields.map(({ name, isSecret, example }) => [name, typed(type, name, isSecret, example)]));
    await admin("POST", `/brands/${brandId}/channels`, { type, name: type, credentials });
    const preferences = firstChoices(connectors[type]?.preferences ?? []);
    const { body } = await admin("POST", `/brands/${brandId}/channels`, {
      type,
      name: `baker-${type.toLowerCase().replaceAll(" ", "-")}`,
      sandbox: true,
      preferences,
    });
    assert.equal(typeof body.data?.id, "number", `${type}: ${JSON.stringify(body)}`);
    channels.push(body.data.id);
  }
  for (const type of CHANNEL_TYPES) await replaceCredentials(type);
  await db.query("update channels set sandbox = false");
  const headers = bearer(key);
  const collection = await ask("POST", `/v1/brands/${brandId}/collections`, { headers, body: { title: "All", channels } });
  const path = `/v1/brands/${brandId}/collections/${collection.body.data.id}/posts`;
  // What such an answer says is kept until somebody knows what became of the call.
  echo.refuse([500]);
  await ask("POST", path, { headers, body: { publishMode: "IMMEDIATE", caption: "Fresh bread" } });
  await eventually("deliveries have been tried on every network", async () => (await untried()) === 0);
  echo.refuse();
  await db.query("update deliveries set next_at = now() where next_at is not null");
  await ask("POST", path, { headers, body: { publishMode: "IMMEDIATE", caption: "Fresh rolls" } });
  await eventually("most networks have been asked again", async () => {
    const { rows } = await db.query("select coalesce(sum(steps), 0)::int as n from deliveries");
    return rows[0].n > channels.length;
  });
}

async function untried(): Promise<number> {
  const { rows } = await db.query(
    "select count(*)::int as all, count(*) filter (where tries = 0 and next_at is not null)::int as n from deliveries",
  );
  return rows[0].all === 0 ? Infinity : rows[0].n;
}

function typed(type: string, name: string, isSecret: boolean, example: string): string {
  if (!isSecret) return name === "url" || name === "instance" || name === "service" ? echo.url : example;
  const value = plants.value(`${name} of ${type} as typed`);
  return name === "botToken" ? plants.learn(`${name} of ${type} as typed`, `1234567890:${value.slice(0, 35)}`) : value;
}

/** Puts planted values where the channel's own credentials were, sealed as they are. */
async function replaceCredentials(type: string): Promise<void> {
  const kind = `credentials of ${type} as stored`;
  const { rows: grants } = await db.query(
    "select g.id, g.credentials from grants g join channels c on c.grant_id = g.id where c.type = $1 and g.credentials is not null",
    [type],
  );
  const { rows: channels } = await db.query("select id, credentials from channels where type = $1 and credentials is not null", [type]);
  for (const [table, rows] of [
    ["grants", grants],
    ["channels", channels],
  ] as const) {
    for (const { id, credentials } of rows) {
      const place = `${table}.credentials:${id}`;
      const changed = withPlants(JSON.parse(sealing.open(credentials, place)), "", kind);
      await db.query(`update ${table} set credentials = $2 where id = $1`, [id, sealing.seal(JSON.stringify(changed), place)]);
    }
  }
  assert.ok(grants.length + channels.length > 0, type);
}

function withPlants(value: unknown, name: string, kind: string): unknown {
  if (typeof value === "string") {
    if (PUBLIC_CREDENTIALS.has(name) || /^https?:/.test(value)) return value;
    return plants.learn(kind, `${name === "botToken" ? "1234567890:" : ""}${plants.value(kind).slice(0, 35)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, withPlants(inner, member, kind)]));
}

/** A second service, which a bucket refuses as it starts, and a file. */
async function journeyOfBucket(): Promise<void> {
  await using bucket = await anEcho([401]);
  const start = startService({
    ...compiledSources(),
    ROSTRUM_S3_URL: bucket.url,
    ROSTRUM_S3_BUCKET: "media",
    ROSTRUM_S3_ACCESS_KEY_ID: "access",
    ROSTRUM_S3_SECRET_ACCESS_KEY: plants.value("secret key of the bucket"),
    ROSTRUM_LOG_LEVEL: "debug",
  });
  await assert.rejects(start, ({ message }: Error) => {
    said.push({ where: "output of a start that the bucket refuses", text: message });
    return /the store at http:\S+ refuses them/.test(message);
  });
  const upload = new FormData();
  upload.set("media", new Blob([Uint8Array.from(await readFile(PICTURE))]), "bread.jpg");
  await fetch(`${service.url}/v1/brands/${brandId}/media`, { method: "POST", headers: bearer(key), body: upload });
  const { body } = await asPage("GET", `/brands/${brandId}/media`, undefined, true);
  for (const [link] of JSON.stringify(body).matchAll(/\/media\/[\w-]+\.[\w-]+/g)) {
    plants.learn("link to a file", link.slice("/media/".length));
    await fetch(`${service.url}${link}/bread.jpg`);
  }
}

const PICTURE = new URL("../../server/src/running/demo/pictures/croutons.jpg", import.meta.url);

/** Every operation that reads, metrics, explanations; the programs that the service has started. */
async function lookEverywhere(): Promise<void> {
  const { rows } = await db.query("select (select max(id) from posts) as post, (select max(id) from collections) as collection");
  const ids = { brand_id: brandId, post_id: Number(rows[0].post), collection_id: Number(rows[0].collection), channel_id: 1 };
  for (const row of Object.values(privateOperations) as PrivateOperation[]) {
    if (row.method !== "GET") continue;
    // Its address is what this one is for.
    const shows = row.path.endsWith("/feed");
    await ask("GET", `/app/api${pathWith(row, ids)}`, { headers: bearer(plants.value("admin token")), shows });
    // The page's token is what this one is for.
    if (row.path !== "/session") await asPage("GET", pathWith(row, ids), undefined, shows);
  }
  for (const status of ["PUBLISHED", "FAILED", "RETRYING", "SKIPPED", "SENT"]) {
    await ask("GET", `/v1/brands/${brandId}/published-posts?status=${status}`, { headers: bearer(key) });
  }
  await ask("GET", "/metrics", { headers: {} });
  children = await programsBelow(service.pid);
}

async function programsBelow(pid: number): Promise<{ where: string; text: string }[]> {
  if (process.platform !== "linux") return [];
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    const stat = /^\d+$/.test(name) ? await readFile(join("/proc", name, "stat"), "utf8").catch(() => "") : "";
    const parent = /^\d+ \(.*\) \S (\d+)/s.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (one: number | undefined): boolean => one !== undefined && (one === pid || isBelow(parents.get(one)));
  const below = [...parents.keys()].filter((one) => one !== pid && isBelow(one));
  const files = below.flatMap((one) =>
    ["cmdline", "environ"].map((file) => ({ where: `${file} of a program of the service`, path: `/proc/${one}/${file}` })),
  );
  // The service's own command line is open to everybody on the machine; its environment is the operator's.
  files.push({ where: "the service's own command line", path: `/proc/${pid}/cmdline` });
  return Promise.all(files.map(async ({ where, path }) => ({ where, text: await readFile(path, "utf8").catch(() => "") })));
}

function shown(texts: readonly { readonly where: string; readonly text: string }[], except: readonly string[] = []): string[] {
  return texts.flatMap(({ where, text }) => plants.shownIn(text, except).map((what) => `${where}: ${what}`));
}

test("a secret of every kind has been planted, and the hosts outside have been sent those of every network", () => {
  assert.deepEqual(plants.missing(), []);
  assert.ok(plants.shownIn(echo.heard()).length > 10);
  assert.ok(plants.shownIn(mail.heard()).some((what) => what.startsWith("password of the mail server")));
});

test("the log shows none of them, however much it tells", () => {
  const text = service.output();
  assert.match(text, /"event":"request"/);
  assert.match(text, /mail (not sent yet|given up)/);
  assert.deepEqual(shown([{ where: "log", text }]), []);
});

test("spans show none of them, neither of requests nor of attempts, mails and the calls that they make", async () => {
  const last = await fetch(`${service.url}/v1/me?last`);
  const requestId = last.headers.get("x-request-id");
  await eventually("the last request's span", () => collector.spans().some(({ facts }) => facts["rostrum.request.id"] === requestId));
  const names = new Set(collector.spans().map(({ name }) => name));
  for (const name of [
    "POST /v1/brands/:brand_id/collections/:collection_id/posts",
    "tools/call list_brands",
    "attempt publish",
    "send mail",
    "POST",
  ])
    assert.ok(names.has(name), name);
  const bodies = collector.requests.map(({ body }) => ({ where: "spans", text: body.toString("latin1") }));
  assert.ok(collector.requests.every(({ headers }) => headers.authorization === plants.value("header for the collector of traces")));
  assert.deepEqual(shown(bodies), []);
});

test("no answer shows any of them: neither refusals nor lists, explanations, examinations or metrics", () => {
  assert.ok(said.some(({ where }) => where.includes("explanation")));
  assert.ok(said.some(({ where, text }) => where.includes("examination") && text.includes("success")));
  // Pages show files to the members of their brand by their links.
  assert.deepEqual(shown(said, ["link to a file"]), []);
});

test("the database holds none of them that is not sealed or hashed, in no table and no column", async () => {
  // The networks of the sandbox are strangers: what they keep is theirs.
  for (const table of ["sandbox_files", "sandbox_objects"]) await db.query(`delete from ${table}`);
  const { rows } = await db.query(
    "select schemaname, tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
  assert.ok(rows.length > 30);
  const texts = [];
  for (const { schemaname, tablename } of rows) {
    const found = await db.query(`select string_agg(t::text, E'\\n') as text from "${schemaname}"."${tablename}" t`);
    texts.push({ where: `table ${tablename}`, text: String(found.rows[0].text ?? "") });
  }
  assert.deepEqual(shown(texts), []);
});

test("a backup holds none of them that is not sealed or hashed, where the operator keeps the key elsewhere", async () => {
  const to = join(service.dataDirectory, "backup.tar");
  const { status, body } = await admin("POST", "/backup", { to });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(shown([{ where: "backup", text: await readFile(to, "latin1") }]), []);
});

test("the programs that the service starts are told none of them, in no argument and no variable", () => {
  assert.ok(process.platform !== "linux" || children.some(({ text }) => text !== ""));
  assert.deepEqual(shown(children), []);
});
