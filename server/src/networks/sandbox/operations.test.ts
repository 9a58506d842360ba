import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { aPlace, aPost, must } from "../../testing/builders.ts";
import { aFault, clearFaults, duplicates, faults } from "../../testing/faults.ts";
import { operatorService } from "../../testing/operator.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(() => clearFaults(stage));

const shown = async () => (await faults(stage)).map(({ network, kind }) => [network, kind]);

test("a fault replaces the older one of its kind, and its counters start at zero", async () => {
  await aFault(stage, { network: "bluesky", kind: "refuse-429", count: 5 });
  const fault = await aFault(stage, { network: "bluesky", kind: "refuse-429", percent: 10, seed: 4, seconds: 7, requests: "all" });
  assert.deepEqual(fault, {
    network: "bluesky",
    kind: "refuse-429",
    requests: "all",
    seconds: 7,
    count: null,
    percent: 10,
    seed: 4,
    seen: 0,
    struck: 0,
  });
  assert.deepEqual(await faults(stage), [fault]);
});

test("faults are cleared one by one, by network, or all", async () => {
  for (const network of ["mastodon", "bluesky"]) {
    for (const kind of ["slow", "cut-after"] as const) await aFault(stage, { network, kind });
  }
  const clear = (query: string) => must(stage.admin("DELETE", `/sandbox/faults${query}`));
  assert.deepEqual(await clear("?network=bluesky&kind=slow"), { cleared: 1 });
  assert.deepEqual(await shown(), [
    ["mastodon", "cut-after"],
    ["mastodon", "slow"],
    ["bluesky", "cut-after"],
  ]);
  assert.deepEqual(await clear("?network=mastodon"), { cleared: 2 });
  assert.deepEqual(await clear(""), { cleared: 1 });
  assert.deepEqual(await clear(""), { cleared: 0 });
});

test("a fault that the platform does not support, or an unknown network, is refused", async () => {
  const refused = async (fault: unknown, status: number, key: string, message: string) =>
    assert.deepEqual(await reply(stage.admin("POST", "/sandbox/faults", fault)), {
      status,
      body: { status: "error", message, errors: { [key]: message } },
    });
  const nothing = "Mastodon does not support the fault duplicate.";
  await refused({ network: "mastodon", kind: "duplicate" }, 422, "kind", nothing);
  const unknown = await stage.admin("POST", "/sandbox/faults", { network: "nowhere", kind: "slow" });
  assert.deepEqual([unknown.status, Object.keys(unknown.body.errors)], [422, ["network"]]);
  const both = await stage.admin("POST", "/sandbox/faults", { network: "mastodon", kind: "slow", count: 1, percent: 1 });
  assert.deepEqual(both.body, {
    message: "The percent field cannot be given together with count.",
    errors: { percent: ["The percent field cannot be given together with count."] },
  });
  const counted = await stage.admin("POST", "/sandbox/faults", { network: "mastodon", kind: "ignore-keys", count: 1 });
  assert.equal(counted.status, 422);
  assert.deepEqual(counted.body.errors, { count: ["The count field cannot be given for a fault that lasts until cleared."] });
  await refused({ network: "bluesky", kind: "ignore-keys" }, 422, "kind", "Bluesky does not support the fault ignore-keys.");
  assert.equal((await stage.admin("GET", "/sandbox/faults?network=nowhere")).status, 422);
  assert.deepEqual(await shown(), []);
});

test("without sandbox networks there are no faults", async () => {
  await using service = await operatorService({ ROSTRUM_SANDBOX: "0" });
  const message = "The sandbox networks are off. Set ROSTRUM_SANDBOX=1 to turn them on.";
  const off = { status: 422, body: { status: "error", message, errors: { sandbox: message } } };
  assert.deepEqual(await service.admin("POST", "/sandbox/faults", { network: "mastodon", kind: "slow" }), off);
  assert.deepEqual(await service.admin("GET", "/sandbox/faults"), off);
  assert.deepEqual(await service.admin("DELETE", "/sandbox/faults"), off);
  assert.deepEqual(await service.admin("GET", "/sandbox/duplicates"), off);
});

test("the same text published twice on purpose is not a duplicate", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky", "Social Media"] });
  for (let round = 0; round < 2; round += 1) {
    await aPost(place, { publishMode: "IMMEDIATE", caption: "Every day: rolls" });
    await stage.settle();
    stage.pass(60);
  }
  assert.equal(await duplicates(stage), 0);
  assert.deepEqual(await must(stage.admin("GET", "/sandbox/duplicates?network=mastodon")), [
    { network: "mastodon", posts: 2, duplicates: 0 },
  ]);
});

async function reply(answer: ReturnType<Stage["admin"]>) {
  const { status, body } = await answer;
  return { status, body };
}
