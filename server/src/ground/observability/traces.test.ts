import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { sendDueMails } from "../../telling/mail/loop.ts";
import { storeMail } from "../../telling/mail/mail.ts";
import { aFeedPlace } from "../../testing/automations.ts";
import { aPlace, aPost, must } from "../../testing/builders.ts";
import { aCollector, type Collector, type SeenSpan } from "../../testing/collector.ts";
import { eventually } from "../../testing/eventually.ts";
import { aFault } from "../../testing/faults.ts";
import { aMailbox, type Mailbox } from "../../testing/mailbox.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aToolClient } from "../../testing/tool-client.ts";
import { aToolToken } from "../../testing/tool-token.ts";
import { transaction } from "../database/query.ts";

let collector: Collector;
let mailbox: Mailbox;
let stage: Stage;
before(async () => {
  collector = await aCollector();
  mailbox = await aMailbox({ logIn: true });
  stage = await openStage({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=a%20test",
    ROSTRUM_TRUST_PROXY: "127.0.0.1/32",
    ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8",
    ROSTRUM_SMTP_URL: mailbox.url,
    ROSTRUM_MAIL_FROM: "The Service <service@example.org>",
  });
});
after(async () => {
  await stage[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
  await collector[Symbol.asyncDispose]();
});

/** Once it has come. */
async function theSpan(what: string, isIt: (span: SeenSpan) => boolean): Promise<SeenSpan> {
  let found: SeenSpan | undefined;
  await eventually(what, () => {
    found = collector.spans().findLast(isIt);
    return found !== undefined;
  });
  return found as SeenSpan;
}

/** Names of the parts, each once, in the order of the alphabet. Parts end before the whole, so they have come. */
function partsOf({ traceId, spanId }: SeenSpan): string[] {
  const parts = collector.spans().filter((span) => span.traceId === traceId && span.parentId === spanId);
  return [...new Set(parts.map(({ name }) => name))].sort();
}

const CREATE = "POST /v1/brands/:brand_id/collections/:collection_id/posts";

test("a request is a span by the pattern of its path, with what it asks the database, and what is published later is linked to it", async () => {
  const place = await aPlace(stage);
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  const request = await theSpan("the request", ({ name }) => name === CREATE);
  const { "rostrum.request.id": requestId, ...facts } = request.facts;
  assert.match(String(requestId), /^[\da-f-]{36}$/);
  assert.deepEqual(facts, {
    "http.request.method": "POST",
    "http.route": "/v1/brands/:brand_id/collections/:collection_id/posts",
    "http.response.status_code": 201,
    "rostrum.operation": "createPost",
    "url.scheme": "http",
  });
  assert.deepEqual([request.kind, request.parentId, request.isFailed], [2, "", false]);
  const statements = partsOf(request);
  assert.ok(statements.includes("insert_post") && statements.includes("COMMIT"), statements.join());
  const insert = await theSpan("the statement", ({ name, traceId }) => name === "insert_post" && traceId === request.traceId);
  assert.deepEqual(
    [insert.kind, insert.facts],
    [3, { "db.system.name": "postgresql", "db.query.summary": "INSERT media post_counts collections posts" }],
  );

  await stage.settle();
  const attempt = await theSpan("the attempt", ({ name, facts }) => name === "attempt publish" && facts["rostrum.post.id"] === id);
  const { "rostrum.delivery.id": delivery, ...told } = attempt.facts;
  assert.ok(Number(delivery) > 0);
  assert.deepEqual(told, {
    "rostrum.network": "Mastodon",
    "rostrum.step": "publish",
    "rostrum.attempt": 1,
    "rostrum.post.id": id,
    "rostrum.outcome": "published",
    "rostrum.delivery.status": "PUBLISHED",
  });
  assert.equal(attempt.parentId, "");
  assert.deepEqual(attempt.links, [{ traceId: request.traceId, spanId: request.spanId }]);
  assert.deepEqual(partsOf(attempt), ["call network", "prepare", "store outcome"]);
  const inside = await theSpan("the call", ({ name, traceId }) => name === "call network" && traceId === attempt.traceId);
  assert.ok(partsOf(inside).includes("POST"), partsOf(inside).join());
  const call = await theSpan("the request to the network", (span) => span.name === "POST" && span.parentId === inside.spanId);
  assert.deepEqual(
    [call.kind, call.facts],
    [
      3,
      {
        "http.request.method": "POST",
        "server.address": "127.0.0.1",
        "server.port": stage.app.config.port,
        "http.response.status_code": 200,
      },
    ],
  );
});

test("a request whose caller hangs up before the answer is a failed span", async () => {
  const place = await aPlace(stage);
  const { hostname, port } = new URL(stage.url);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST /v1/brands/${place.brandId}/collections/${place.collectionId}/posts HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${place.person.key}`,
    "Content-Type: application/json",
    "Content-Length: 1000",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n{`);
  socket.resume();
  await once(socket, "close");
  const span = await theSpan("the request", ({ name, isFailed }) => name === CREATE && isFailed);
  assert.equal(span.facts["error.type"], "aborted");
});

test("spans name the service, its version and what the operator says of it", async () => {
  const { resource } = await theSpan("any", () => true);
  assert.equal(resource["service.name"], "rostrum");
  assert.equal(resource["deployment.environment.name"], "a test");
  assert.match(String(resource["service.version"]), /^\d/);
  assert.match(String(resource["service.instance.id"]), /^[\da-f-]{36}$/);
  assert.ok(collector.requests.every(({ path, headers }) => path === "/v1/traces" && headers["content-type"] === "application/x-protobuf"));
});

test("an attempt that a network refuses is a failed span, and so are its calls", async () => {
  const place = await aPlace(stage);
  await aFault(stage, { network: "mastodon", kind: "revoked", requests: "all", count: 2 });
  const id = await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const attempt = await theSpan("the attempt", ({ facts }) => facts["rostrum.post.id"] === id && facts["rostrum.outcome"] !== undefined);
  assert.deepEqual([attempt.isFailed, attempt.facts["error.type"]], [true, "unauthorized"]);
  const calls = collector.spans().filter(({ traceId, facts }) => traceId === attempt.traceId && facts["server.address"] !== undefined);
  assert.deepEqual(
    calls.map(({ isFailed, facts }) => [isFailed, facts["error.type"], facts["http.response.status_code"]]),
    // The post, and the question whether the access works.
    [
      [true, "401", 401],
      [true, "401", 401],
    ],
  );
});

test("a caller's own trace goes on if a trusted proxy passes it, unless it is not to be recorded or cannot be read", async () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const ask = (path: string, traceparent: string) => fetch(`${stage.url}${path}`, { headers: { traceparent } });
  await ask("/v1/me?recorded", `00-${traceId}-b7ad6b7169203331-01`);
  const span = await theSpan("the request", (one) => one.traceId === traceId);
  assert.deepEqual([span.name, span.parentId], ["GET /v1/me", "b7ad6b7169203331"]);
  await ask("/v1/me", `00-${"ab".repeat(16)}-b7ad6b7169203331-00`);
  await ask("/connect", `00-${"0".repeat(32)}-b7ad6b7169203331-01`);
  const own = await theSpan("the request with a trace that cannot be", ({ name }) => name === "GET /connect");
  assert.equal(own.parentId, "");
  assert.ok(!collector.spans().some((one) => one.traceId === "ab".repeat(16)));
});

test("a tool call is a part of its request", async () => {
  const place = await aPlace(stage);
  const token = await aToolToken(stage.app, place.person.email);
  await using tools = await aToolClient(stage.url, token);
  await tools.call("list_brands");
  const tool = await theSpan("the tool", ({ name }) => name === "tools/call list_brands");
  assert.deepEqual(tool.facts, { "mcp.method.name": "tools/call", "gen_ai.tool.name": "list_brands", "rostrum.operation": "listBrands" });
  const request = await theSpan("its request", ({ spanId }) => spanId === tool.parentId);
  assert.deepEqual([request.name, request.traceId], ["POST /mcp", tool.traceId]);
  assert.ok(partsOf(tool).length > 0);
});

test("a run of an automation is a trace of its own, to which the posts that it makes are linked", async () => {
  await using feed = await aFeedPlace(stage, { channels: ["Mastodon"] });
  feed.has([{ title: "Rye", link: `${feed.site.url}/rye` }]);
  const automation = await feed.automate();
  await feed.nextRun();
  const run = await theSpan("the run", ({ name, facts }) => name === "automation run" && facts["rostrum.automation.id"] === automation);
  assert.equal(run.parentId, "");
  assert.ok(partsOf(run).includes("GET"), partsOf(run).join());
  const { rows } = await stage.app.db.query("select trace_parent from posts where brand_id = $1", [feed.place.brandId]);
  for (const row of rows) assert.equal(row.trace_parent, `00-${run.traceId}-${run.spanId}-01`);
});

test("a mail is a trace of its own, which says neither who it is for nor what it is about", async () => {
  const { person } = await aPlace(stage);
  await transaction(stage.app.db, (tx) => storeMail(stage.app, tx, { kind: "reset", to: person.email }));
  await sendDueMails(stage.app, new AbortController().signal);
  assert.equal(mailbox.to(person.email).length, 1);
  const sent = await theSpan("the mail", ({ name }) => name === "send mail");
  const { hostname, port } = new URL(mailbox.url);
  const { "rostrum.mail.id": id, ...facts } = sent.facts;
  assert.ok(Number(id) > 0);
  assert.deepEqual([sent.parentId, sent.kind], ["", 3]);
  assert.deepEqual(facts, { "rostrum.attempt": 1, "rostrum.outcome": "accepted", "server.address": hostname, "server.port": Number(port) });
});

test("no span holds an id of a brand or a person, an address of theirs, or a word of theirs", async () => {
  const place = await aPlace(stage);
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption: "Pumpernickel" });
  await stage.settle();
  await theSpan("the attempt", ({ facts }) => facts["rostrum.post.id"] === id);
  const text = JSON.stringify(collector.spans());
  for (const word of [place.person.email, place.person.key, "Pumpernickel", "Bakery", "brand.id", "user.id"])
    assert.ok(!text.includes(word), word);
  assert.doesNotMatch(text, /\/brands\/\d/);
});

test("probes, metrics and what the sandbox networks answer are no spans", async () => {
  for (const path of ["/healthz", "/readyz", "/metrics", "/sandbox"]) await fetch(`${stage.url}${path}`);
  const { headers } = await fetch(`${stage.url}/v1/nothing-like-it`);
  const id = headers.get("x-request-id");
  const unknown = await theSpan("the request after them", ({ facts }) => facts["rostrum.request.id"] === id);
  assert.deepEqual([unknown.name, unknown.facts["http.route"]], ["GET", undefined]);
  assert.deepEqual(
    collector.spans().filter(({ facts }) => /^\/(healthz|readyz|metrics|sandbox)/.test(String(facts["http.route"]))),
    [],
  );
});

test("the examination says whether the collector answers", async () => {
  const of = async () =>
    (await must(stage.admin("GET", "/examination"))).findings.find(({ check }: { check: string }) => check === "traces");
  assert.deepEqual(await of(), {
    check: "traces",
    level: "ok",
    message: `The collector at ${collector.url}/v1/traces answers.`,
    advice: null,
  });
  collector.status = 401;
  const refused = await of();
  collector.status = 200;
  assert.equal(refused.level, "warning");
  assert.match(refused.message, /refuses the service, with status 401/);
});
