import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { operations } from "@rostrum/contract/operations.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import fastify from "fastify";
import { connect } from "../../ground/database/connect.ts";
import { execute } from "../../ground/database/query.ts";
import { temporaryFolder, testDatabaseUrl } from "../../ground/database/testing.ts";
import { createMetrics } from "../../ground/observability/metrics.ts";
import { newStorageKey } from "../../ground/storage/storage.ts";
import { startService } from "../../serve.ts";
import { aWebhook } from "../../telling/events/testing.ts";
import { sendDueEvents } from "../../telling/webhooks/loop.ts";
import { aPlace, aPost, must } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { aFault } from "../../testing/faults.ts";
import { freePort } from "../../testing/free-port.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { health } from "./health.ts";

let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
});
after(() => stage[Symbol.asyncDispose]());

/** The values of `/metrics` by name and labels, as they are written. */
async function figures(url = stage.url): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = [...text.matchAll(/^([a-z]\w*(?:\{.*\})?) (\S+)$/gm)];
  return new Map(lines.map(([, name = "", value]) => [name, Number(value)]));
}

async function figure(name: string): Promise<number> {
  return (await figures()).get(name) ?? 0;
}

test("each delivery that ends is counted once, by network and outcome, and each attempt by what became of it", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "X"] });
  await must(stage.admin("PATCH", `/channels/${place.channelIds[1]}`, { status: "INACTIVE" }));
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  await aFault(stage, { network: "mastodon", kind: "revoked", requests: "all", count: 2 });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Refused" });
  await stage.settle();
  const all = [...(await figures())].filter(([name]) => /^rostrum_(deliveries|attempts)_total/.test(name)).sort();
  const counted = all.filter(([, value]) => value > 0);
  assert.deepEqual(counted, [
    ['rostrum_attempts_total{network="Mastodon",outcome="published"}', 1],
    ['rostrum_attempts_total{network="Mastodon",outcome="unauthorized"}', 1],
    ['rostrum_deliveries_total{network="Mastodon",outcome="failed"}', 1],
    ['rostrum_deliveries_total{network="Mastodon",outcome="published"}', 1],
    ['rostrum_deliveries_total{network="X",outcome="skipped"}', 2],
  ]);
  assert.ok(all.some(([name, value]) => name === 'rostrum_deliveries_total{network="X",outcome="undecided"}' && value === 0));
  stage.pass(10);
  assert.equal(await figure('rostrum_channels{type="Mastodon",status="INACTIVE"}'), 1);
  // Without it, nobody would see a first one come.
  assert.equal((await figures()).get('rostrum_channels{type="X",status="ACTIVE"}'), 0);
});

test("a storage of media that fails is counted, and a clock that differs from the networks' shows once they have answered", async () => {
  const before = await figures();
  assert.equal(before.has("rostrum_clock_ahead_seconds"), false);
  const { storage, heardClocks } = stage.app;
  await assert.rejects(storage.adopt(newStorageKey(), join(storage.incoming, "nothing")));
  const now = Date.now();
  const headers = { date: new Date(now - 300_000).toUTCString() };
  for (const host of ["one.example", "two.example"]) heardClocks.hear({ host, headers, askedAt: now, answeredAt: now });
  const after = await figures();
  const failures = "rostrum_media_storage_failures_total";
  assert.equal((after.get(failures) ?? 0) - (before.get(failures) ?? 0), 1);
  const ahead = after.get("rostrum_clock_ahead_seconds") ?? 0;
  assert.ok(ahead >= 299 && ahead <= 300, String(ahead));
});

test("without a worker what is due shows as late, and its wait is counted when one sends it", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-21 18:00:00" });
  stage.jump("2026-11-21T17:01:30Z");
  const late = await figures();
  assert.deepEqual(
    ["due_posts", "due_deliveries", "oldest_due_seconds"].map((name) => late.get(`rostrum_${name}`)),
    [1, 0, 90],
  );
  const waited = late.get("rostrum_queue_wait_seconds_sum") ?? 0;
  await stage.settle();
  stage.pass(10);
  const sent = await figures();
  assert.equal((sent.get("rostrum_queue_wait_seconds_sum") ?? 0) - waited, 90);
  assert.deepEqual([sent.get("rostrum_due_posts"), sent.get("rostrum_oldest_due_seconds")], [0, 0]);
});

test("events that wait are counted by the way they leave, and webhooks by how they do", async () => {
  const place = await aPlace(stage);
  await execute(stage.app.db, { text: "delete from notification_sends" });
  const away = `http://127.0.0.1:${await freePort()}/`;
  await aWebhook(stage, place, { url: away, events: ["post.published"] });
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  stage.pass(100);
  const waiting = await figures();
  const of = (name: string, way: string) => waiting.get(`rostrum_${name}{way="${way}"}`);
  assert.deepEqual([of("events_waiting", "webhook"), of("events_waiting", "notification")], [1, 0]);
  assert.deepEqual([of("oldest_due_event_seconds", "webhook"), of("oldest_due_event_seconds", "notification")], [100, 0]);
  assert.equal(waiting.get('rostrum_webhooks{status="ACTIVE"}'), 1);
  await sendDueEvents(stage.app, new AbortController().signal);
  stage.pass(6);
  const refused = await figures();
  assert.equal(refused.get('rostrum_webhooks{status="FAILING"}'), 1);
  assert.equal(refused.get('rostrum_events_waiting{way="webhook"}'), 1);
});

test("scrapers within a few seconds share what was read", async () => {
  const place = await aPlace(stage);
  stage.pass(10);
  const first = await figure('rostrum_channels{type="Bluesky",status="ACTIVE"}');
  await must(stage.admin("POST", `/brands/${place.brandId}/channels`, { type: "Bluesky", name: "bakery", sandbox: true }));
  assert.equal(await figure('rostrum_channels{type="Bluesky",status="ACTIVE"}'), first);
  stage.pass(5);
  assert.equal(await figure('rostrum_channels{type="Bluesky",status="ACTIVE"}'), first + 1);
});

test("requests are timed by operation and status, unknown paths under one name, and no label holds an id", async () => {
  const place = await aPlace(stage);
  await place.api("GET", "/posts");
  await stage.admin("GET", "/state");
  for (const path of ["/v1/brands/987654321/posts", "/v1/987654321", "/987654321", "/app/api/987654321"])
    await fetch(`${stage.url}${path}`);
  const of = (operation: string, status: number) =>
    `rostrum_http_request_duration_seconds_count{operation="${operation}",status="${status}"}`;
  const expected = [
    of("listBrandPosts", 200),
    of("listBrandPosts", 401),
    of("showServiceState", 200),
    of("unknown", 401),
    of("unknown", 404),
  ];
  await eventually("all of them to be counted", async () => {
    const counted = await figures();
    return expected.every((name) => (counted.get(name) ?? 0) > 0);
  });
  const text = await (await fetch(`${stage.url}/metrics`)).text();
  assert.doesNotMatch(text, /987654321/);
  const known = new Set([...Object.keys(operations), ...Object.keys(privateOperations), "unknown", "other"]);
  const named = [...text.matchAll(/operation="([^"]*)"/g)].map(([, name = ""]) => name);
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
});

test("while the database is away, the process's own figures are told, and those of the service are left out", async () => {
  const metrics = createMetrics({ version: "1.2.3" });
  assert.doesNotMatch(await metrics.registry.metrics(), /nodejs_eventloop_lag/, "nobody has asked yet");
  const db = connect("postgres://nobody@127.0.0.1:1/none", { poolSize: 1, log: () => {} });
  const server = fastify();
  await server.register(health, { app: { ...stage.app, db, metrics } });
  const text = (await server.inject("/metrics")).body;
  await server.close();
  await db.end();
  assert.match(text, /^rostrum_database_up 0$/m);
  assert.match(text, /^rostrum_figures_up 0$/m);
  assert.match(text, /^rostrum_build_info\{version="1\.2\.3"\} 1$/m);
  assert.match(text, /^process_cpu_seconds_total /m);
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds /m);
  assert.match(text, /^rostrum_data_directory_free_bytes [1-9]/m);
  assert.doesNotMatch(text, /^rostrum_(due_deliveries|oldest_due_seconds|channels)\b/m);
});

test("a worker with a port for metrics answers probes there, and nothing else", async () => {
  await using database = await testDatabaseUrl();
  await using folder = await temporaryFolder();
  const port = await freePort();
  const settings = {
    DATABASE_URL: database.url,
    ROSTRUM_DATA_DIR: folder.path,
    ROSTRUM_METRICS_PORT: String(port),
    ROSTRUM_LOG_LEVEL: "error",
  };
  const url = `http://127.0.0.1:${port}`;
  {
    await using _worker = await startService(settings, "worker");
    const statuses = await Promise.all(
      ["/healthz", "/readyz", "/metrics", "/v1/me", "/"].map(async (path) => (await fetch(`${url}${path}`)).status),
    );
    assert.deepEqual(statuses, [200, 200, 200, 404, 404]);
    assert.equal((await figures(url)).get("rostrum_database_up"), 1);
  }
  await assert.rejects(fetch(`${url}/healthz`), "the port is free again");
});
