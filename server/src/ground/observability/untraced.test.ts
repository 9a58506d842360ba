import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { test } from "node:test";

// A process of its own: others may have loaded what it must not find.

/** Of everything that this process loads. The library of metrics loads the interface package, which records nothing. */
const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    if (/\/node_modules\/@opentelemetry\/(?!api\/)/.test(url)) loaded.push(url);
    return next(url, context);
  },
});

test("without a collector nothing that records or sends traces is loaded, however much the service does; with one it is", async () => {
  const { openStage } = await import("../../testing/stage.ts");
  const { aPlace, aPost } = await import("../../testing/builders.ts");
  const { aCollector } = await import("../../testing/collector.ts");
  await using stage = await openStage();
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.equal((await place.api("GET", "/posts")).status, 200);
  const { rows } = await stage.app.db.query("select trace_parent from posts");
  assert.deepEqual(rows, [{ trace_parent: null }]);
  assert.deepEqual(loaded, []);
  await using collector = await aCollector();
  await using traced = await openStage({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  assert.ok(traced.app.traces !== null && loaded.length > 0);
});
