import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../ground/config.ts";
import { createLog } from "../ground/observability/log.ts";
import { asPart, asTrace } from "../ground/spans.ts";
import { aCollector, type Collector } from "../testing/collector.ts";
import { eventually } from "../testing/eventually.ts";
import { openTraces } from "./open-traces.ts";

const DELAY = { OTEL_BSP_SCHEDULE_DELAY: "1" };

/** Traces that go to the collector, and what the log says about them. */
async function openFor(collector: Collector, settings: Readonly<Record<string, string>> = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", { destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...DELAY, ...settings });
  const traces = await openTraces(config, log);
  if (traces === null) throw new Error("no traces are kept");
  const events = () => lines.map(({ event, lost }) => (lost === undefined ? event : `${event}: ${lost}`));
  return { traces, log, lines, events, [Symbol.asyncDispose]: () => traces[Symbol.asyncDispose]() };
}

test("a collector at a private address gets spans in JSON too, with the operator's headers", async () => {
  await using collector = await aCollector();
  await using open = await openFor(collector, {
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20s3cret",
    OTEL_SERVICE_NAME: "bakery",
  });
  const span = open.traces.begin({ name: "work", facts: { "rostrum.post.id": 7, nothing: null } });
  span.begin({ name: "part" }).end();
  span.end();
  await eventually("both", () => collector.spans().length === 2);
  const [part, whole] = collector.spans();
  assert.deepEqual([part?.name, part?.parentId, part?.traceId], ["part", whole?.spanId, whole?.traceId]);
  assert.deepEqual([whole?.name, whole?.facts, whole?.resource["service.name"]], ["work", { "rostrum.post.id": 7 }, "bakery"]);
  const { headers } = collector.requests[0] ?? {};
  assert.deepEqual([headers?.authorization, headers?.["content-type"]], ["Bearer s3cret", "application/json"]);
});

test("while the collector takes nothing, spans wait in a bounded queue; that some are lost is told once, and how many once it is over", async () => {
  await using collector = await aCollector();
  collector.status = 503;
  await using open = await openFor(collector, { OTEL_BSP_MAX_QUEUE_SIZE: "10" });
  for (let number = 1; number <= 50; number += 1) open.traces.begin({ name: `work ${number}` }).end();
  await eventually("a refusal", () => collector.requests.length > 0);
  assert.deepEqual(open.events(), ["traces lost"]);
  assert.equal(open.traces.lost, 40);
  collector.status = 200;
  await eventually("the collector to get what has waited", () => collector.spans().length > 0);
  assert.deepEqual(
    collector.spans().map(({ name }) => name),
    Array.from({ length: 10 }, (_, index) => `work ${index + 1}`),
  );
  await eventually("the log to tell", () => open.events().length === 2);
  assert.deepEqual(open.events(), ["traces lost", "traces taken again: 40"]);
});

test("spans that the collector refuses for good are lost, and are not sent again", async () => {
  await using collector = await aCollector();
  collector.status = 400;
  await using open = await openFor(collector);
  open.traces.begin({ name: "refused" }).end();
  await eventually("the log to tell", () => open.events().length === 1);
  collector.status = 200;
  open.traces.begin({ name: "taken" }).end();
  await eventually("the next", () => collector.spans().length > 0);
  assert.deepEqual(
    collector.spans().map(({ name }) => name),
    ["taken"],
  );
  await eventually("the log to tell", () => open.events().length === 2);
  assert.deepEqual(
    [open.lines[0]?.reason, ...open.events()],
    ["the collector answers with status 400", "traces lost", "traces taken again: 1"],
  );
});

test("a collector that takes requests and never answers holds up nothing, and gets the spans once it answers", async () => {
  await using collector = await aCollector();
  collector.status = null;
  await using open = await openFor(collector, { OTEL_EXPORTER_OTLP_TIMEOUT: "50" });
  const done = await asTrace(open.traces, { name: "work" }, async () => "done");
  assert.equal(done, "done");
  await eventually("a request", () => collector.requests.length > 0);
  collector.status = 200;
  await eventually("the span", () => collector.spans().length > 0);
  assert.deepEqual(open.events(), []);
});

test("what is still waiting when the process stops is sent then", async () => {
  await using collector = await aCollector();
  const open = await openFor(collector, { OTEL_BSP_SCHEDULE_DELAY: "60000" });
  open.traces.begin({ name: "last" }).end();
  await open[Symbol.asyncDispose]();
  assert.deepEqual(
    collector.spans().map(({ name }) => name),
    ["last"],
  );
});

test("of traces that are not sampled nothing is sent, and what happens in them goes on as ever", async () => {
  await using collector = await aCollector();
  const open = await openFor(collector, { OTEL_TRACES_SAMPLER: "always_off" });
  const span = open.traces.begin({ name: "work" });
  assert.equal(span.traceParent, null);
  span.end();
  await open[Symbol.asyncDispose]();
  assert.deepEqual(collector.requests, []);
});

test("lines of the log within a trace carry its id, and others carry none", async () => {
  await using collector = await aCollector();
  await using open = await openFor(collector);
  open.log.info({ event: "outside" });
  await asTrace(open.traces, { name: "whole" }, () =>
    asPart({ name: "part" }, async () => {
      open.log.info({ event: "inside" });
    }),
  );
  await eventually("both", () => collector.spans().length === 2);
  const part = collector.spans().find(({ name }) => name === "part");
  const [outside, inside] = open.lines;
  assert.deepEqual([outside?.event, outside?.trace_id], ["outside", undefined]);
  assert.deepEqual([inside?.event, inside?.trace_id, inside?.span_id], ["inside", part?.traceId, part?.spanId]);
});

test("an error in a part is told by its name alone, and reaches whoever waits for the part", async () => {
  await using collector = await aCollector();
  await using open = await openFor(collector);
  const work = asTrace(open.traces, { name: "work" }, async () => {
    throw new TypeError("with a secret");
  });
  await assert.rejects(work, { message: "with a secret" });
  await eventually("the span", () => collector.spans().length === 1);
  const [span] = collector.spans();
  assert.deepEqual([span?.isFailed, span?.facts], [true, { "error.type": "TypeError" }]);
  assert.ok(!collector.requests.some(({ body }) => body.includes("secret")));
});
