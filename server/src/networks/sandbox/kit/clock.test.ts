import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { z } from "zod";
import { clearFaults } from "../faults.ts";
import { beginProcessing, expiryOf, processingState } from "./processing.ts";
import { quotaUsed, useQuota } from "./quotas.ts";
import { type Ground, openGround, plainNetwork } from "./testing/ground.ts";

const QUOTA = { name: "posts 1", total: 3, seconds: 86_400 };
const Begun = z.object({ processing: z.object({ ready_at: z.string(), fails: z.boolean() }), expiry: z.string() });
const Used = z.object({ isDone: z.boolean(), used: z.number() });

const network = plainNetwork((scope, world) => {
  scope.post("/api/begin", async (request) => ({
    processing: beginProcessing(world, request, 10),
    expiry: expiryOf(world, request, 3600),
  }));
  scope.post("/api/use", async (request) => ({
    isDone: await useQuota(world, request, QUOTA),
    used: await quotaUsed(world, request, QUOTA),
  }));
});

let ground: Ground;
beforeEach(async () => {
  ground = await openGround(network);
});
afterEach(() => ground[Symbol.asyncDispose]());

const ask = async (path: string): Promise<unknown> => (await fetch(`${ground.world.baseUrl}/api/${path}`, { method: "POST" })).json();
const begin = async () => Begun.parse(await ask("begin"));
const use = async () => Used.parse(await ask("use"));

test("processing is over when the clock says so", async () => {
  const { processing } = await begin();
  assert.equal(processingState(ground.world, processing), "processing");
  ground.pass(10);
  assert.equal(processingState(ground.world, processing), "ready");
});

test("faults make processing longer, fail late, and let uploads expire", async () => {
  await ground.fault("processing", { seconds: 100 });
  const long = await begin();
  ground.pass(99);
  assert.equal(processingState(ground.world, long.processing), "processing");
  await ground.fault("processing-fails", { seconds: 20 });
  const failing = await begin();
  assert.equal(processingState(ground.world, failing.processing), "processing");
  ground.pass(20);
  assert.equal(processingState(ground.world, failing.processing), "failed");
  await ground.fault("container-ends");
  assert.equal((await begin()).expiry, ground.world.now());
  assert.ok((await begin()).expiry > ground.world.now(), "only the first one");
});

test("a quota is used up within a moving window", async () => {
  for (const used of [1, 2, 3]) {
    assert.deepEqual(await use(), { isDone: true, used });
    ground.pass(3600);
  }
  assert.deepEqual(await use(), { isDone: false, used: 3 });
  ground.pass(86_400 - 3 * 3600);
  assert.deepEqual(await use(), { isDone: true, used: 3 });
  assert.deepEqual(await use(), { isDone: false, used: 3 });
});

test("with the fault quota it looks used up, and is as before once that is cleared", async () => {
  await ground.fault("quota");
  assert.deepEqual(await use(), { isDone: false, used: 3 });
  await clearFaults(ground.world, "quota");
  assert.deepEqual(await use(), { isDone: true, used: 1 });
});
