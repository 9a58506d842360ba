import assert from "node:assert/strict";
import { test } from "node:test";
import { one, query } from "../../ground/database/query.ts";
import type { Call, Connector, PublishOutcome } from "../../networks/connectors/connector.ts";
import { aPlace, aPost } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { storeCheckpoints } from "./ledger-store.ts";

function working(publish: (call: Call) => Promise<PublishOutcome>): Connector {
  return { ...instantConnector("Mastodon"), publish: (_post, _account, call) => publish(call) };
}

async function kept({ app }: Pick<Stage, "app">) {
  return one<{ id: number; steps: number; checkpoints: unknown }>(app.db, { text: "select id, steps, checkpoints from deliveries" });
}

test("what an attempt notes is known to it at once, and stored with its next progress or else with its end", async () => {
  const seen: unknown[] = [];
  await using stage: Stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: working(async ({ checkpoint }) => {
      const look = async () => seen.push([checkpoint.get("first"), checkpoint.get("last"), (await kept(stage)).checkpoints]);
      checkpoint.note("first", { id: "1" });
      await look();
      await checkpoint.set("sent", { at: "now" });
      await look();
      checkpoint.note("last", { id: "2" });
      await look();
      return { kind: "published", remoteId: "1", url: null };
    }),
  });
  await aPost(await aPlace(stage), { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.deepEqual(seen, [
    [{ id: "1" }, undefined, {}],
    [{ id: "1" }, undefined, { first: { id: "1" }, sent: { at: "now" } }],
    [{ id: "1" }, { id: "2" }, { first: { id: "1" }, sent: { at: "now" } }],
  ]);
  assert.deepEqual((await kept(stage)).checkpoints, { first: { id: "1" }, sent: { at: "now" }, last: { id: "2" } });
});

test("what a network says in characters that the database cannot keep is kept without them, and published once", async () => {
  const [nul, half] = ["\0", "\ud83d"];
  let calls = 0;
  await using stage: Stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: working(async ({ checkpoint }) => {
      calls += 1;
      checkpoint.note("noted", half);
      await checkpoint.set("sent", { id: `7${nul}`, [half]: nul });
      return { kind: "published", remoteId: `7${nul}`, url: `https://m.example/7${half}`, note: `seven${nul}` };
    }),
  });
  await aPost(await aPlace(stage), { publishMode: "IMMEDIATE" });
  await stage.settle();
  const entry = await one<{ status: string; url: string }>(stage.app.db, { text: "select status, url from deliveries" });
  assert.deepEqual([calls, entry.status, entry.url], [1, "PUBLISHED", "https://m.example/7\ufffd"]);
  assert.deepEqual((await kept(stage)).checkpoints, { noted: "\ufffd", sent: { id: "7\ufffd", "\ufffd": "\ufffd" } });
});

test("of the words that a network said nothing is kept that it was sent in confidence, and ids come back as they were", async () => {
  const secret = "planted-access-token";
  let read: unknown;
  await using stage: Stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: {
      ...instantConnector("Mastodon"),
      async publish(_post, account, { checkpoint }) {
        await account.saveCredentials({ accessToken: secret });
        await checkpoint.set("calls", { id: `${secret}-1`, answers: [{ status: 500, reason: `Bearer ${secret} is not known here.` }] });
        await checkpoint.keep("note", `${secret} cannot be invited.`);
        checkpoint.note("last", { reason: secret });
        read = checkpoint.get("note");
        return { kind: "published", remoteId: "1", url: null };
      },
    },
  });
  await aPost(await aPlace(stage), { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.equal(read, "[secret] cannot be invited.");
  assert.deepEqual((await kept(stage)).checkpoints, {
    calls: { id: `${secret}-1`, answers: [{ status: 500, reason: "Bearer [secret] is not known here." }] },
    note: "[secret] cannot be invited.",
    last: { reason: "[secret]" },
  });
});

test("an attempt without which its delivery has gone on is interrupted, and nobody's fault", async () => {
  await using stage: Stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: working(async ({ checkpoint }) => {
      await query(stage.app.db, { text: "update deliveries set steps = steps + 1" });
      await checkpoint.keep("made", { id: "7" });
      return { kind: "published", remoteId: "7", url: null };
    }),
  });
  const logged: string[] = [];
  for (const level of ["warn", "error"] as const) {
    Object.defineProperty(stage.app.log, level, { value: ({ event }: { readonly event: string }) => logged.push(`${level} ${event}`) });
  }
  await aPost(await aPlace(stage), { publishMode: "IMMEDIATE" });
  await stage.settle();
  // Then the attempt of the other worker, which this test has only counted, is found cut off.
  assert.deepEqual(logged, ["warn attempt interrupted", "warn attempt cut off"]);
  assert.deepEqual((await kept(stage)).checkpoints, {});
});

test("what a network has told an attempt that was taken for cut off is stored with its end, whole, if no other has begun", async () => {
  await using stage: Stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: {
      ...working(async ({ checkpoint }) => {
        await checkpoint.set("call", { isAnswered: false });
        await query(stage.app.db, {
          text: "update deliveries set status = 'unknown', lease_until = null, next_at = $1",
          values: [stage.now()],
        });
        checkpoint.note("call", { isAnswered: true });
        await checkpoint.keep("order", { id: "7" });
        return { kind: "published", remoteId: "7", url: null };
      }),
    },
  });
  await aPost(await aPlace(stage), { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.deepEqual((await kept(stage)).checkpoints, { call: { isAnswered: true }, order: { id: "7" } });
});

test("what a failed attempt has noted is not lost", async () => {
  await using stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: working(async ({ checkpoint }) => {
      checkpoint.note("first", { id: "1" });
      throw new Error("a bug");
    }),
  });
  await aPost(await aPlace(stage), { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.deepEqual((await kept(stage)).checkpoints, { first: { id: "1" } });
});

test("what a network has told is stored with the attempt's end if it cannot be stored at once; what is set before a call stops it", async () => {
  await using stage: Stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: working(async ({ checkpoint }) => {
      await query(stage.app.db, { text: "alter table deliveries add constraint full_disk check (not checkpoints ?| '{made,begun}')" });
      await checkpoint.keep("made", { id: "7" });
      assert.deepEqual(checkpoint.get("made"), { id: "7" });
      await assert.rejects(checkpoint.set("begun", { at: "now" }), /full_disk/);
      await query(stage.app.db, { text: "alter table deliveries drop constraint full_disk" });
      return { kind: "unknown", reason: "The answer was lost." };
    }),
  });
  await aPost(await aPlace(stage), { publishMode: "IMMEDIATE" });
  await stage.settle();
  assert.deepEqual((await kept(stage)).checkpoints, { made: { id: "7" } });
});

test("progress that is stored together is all stored, the later value of a name, and none of an attempt that is not the latest, or over", async () => {
  await using stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: working(async () => ({ kind: "published", remoteId: "1", url: null })),
  });
  await aPost(await aPlace(stage), { publishMode: "IMMEDIATE" });
  await stage.settle();
  const { id, steps } = await kept(stage);
  assert.deepEqual(await storeCheckpoints(stage.app.db, [{ deliveryId: id, number: steps, values: { late: "1" } }]), [false]);
  await query(stage.app.db, { text: "update deliveries set lease_until = $1", values: [stage.now()] });
  const write = (number: number, values: Record<string, string>) => ({ deliveryId: id, number, values });
  const stored = await storeCheckpoints(stage.app.db, [
    write(steps, { a: "1", b: "1" }),
    write(steps - 1, { c: "of an earlier attempt" }),
    write(steps, { b: "2" }),
    { ...write(1, { d: "of no delivery" }), deliveryId: id + 1 },
  ]);
  assert.deepEqual(stored, [true, false, true, false]);
  assert.deepEqual((await kept(stage)).checkpoints, { a: "1", b: "2" });
});
