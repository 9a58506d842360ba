import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { query } from "../../ground/database/query.ts";
import type { Connector } from "../../networks/connectors/connector.ts";
import { aPlace, aPost, bodies, entries, type Place } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { instantConnector, instantConnectors } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { letLeave } from "./clock.ts";
import { databaseAccessOf } from "./database-access.ts";
import { startEngine } from "./engine.ts";
import { groupLedger } from "./group-ledger.ts";
import { CHANNELS_OF_ONE_NETWORK } from "./running-jobs.ts";
import { listDueChannels } from "./store.ts";

const SATURDAY = "2026-11-21T07:59:00Z";

function network(parts: Partial<Connector>) {
  return { Mastodon: { ...instantConnector("Mastodon"), ...parts } };
}

const published = (place: Place) => bodies(place, "PUBLISHED");

test("a queue that somebody holds keeps no other waiting, and goes on as soon as it is free", async () => {
  await using stage = await openStage({}, SATURDAY, network({}));
  const [held, free] = [await aPlace(stage, { queues: ["Sat 09:00"] }), await aPlace(stage, { queues: ["Sat 09:00"] })];
  await aPost(held, { publishMode: "QUEUE", caption: "held" });
  await aPost(free, { publishMode: "QUEUE", caption: "free" });
  const holder = await stage.app.db.connect();
  try {
    await holder.query("begin");
    await holder.query("select from collections where brand_id = $1 for update", [held.brandId]);
    stage.pass(60);
    await stage.settle();
    assert.deepEqual([await published(held), await published(free)], [[], ["free"]]);
    await holder.query("rollback");
  } finally {
    holder.release();
  }
  await stage.settle();
  assert.deepEqual(await published(held), ["held"]);
});

test("a network that answers nobody keeps no other waiting, however many of its channels have something to send", async () => {
  const released = Promise.withResolvers<void>();
  let hanging = 0;
  const instant = instantConnector("Mastodon");
  const publish: Connector["publish"] = async (...call) => {
    hanging += 1;
    await released.promise;
    return instant.publish(...call);
  };
  await using stage = await openStage({}, SATURDAY, { ...network({ publish }), Telegram: instantConnector("Telegram") });
  const hung = await aPlace(stage, { channels: Array.from({ length: 70 }, () => "Mastodon" as const) });
  const other = await aPlace(stage, { channels: ["Telegram"] });
  await aPost(hung, { publishMode: "IMMEDIATE" });
  const engine = await startEngine(stage.app, databaseAccessOf({ url: stage.databaseUrl, log: stage.app.log }));
  try {
    await eventually("the network has its share", () => hanging === CHANNELS_OF_ONE_NETWORK);
    await aPost(other, { publishMode: "IMMEDIATE", caption: "elsewhere" });
    engine.wake();
    await eventually("the other network's post is out", async () => (await published(other)).length === 1);
    assert.equal(hanging, CHANNELS_OF_ONE_NETWORK);
    released.resolve();
    await eventually("all are out", async () => (await entries(hung, "PUBLISHED")).length === 70);
  } finally {
    released.resolve();
    await engine[Symbol.asyncDispose]();
  }
});

test("the list of channels with something due has room for every network, however many channels one has and however long they wait", async () => {
  await using stage = await openStage({}, SATURDAY, instantConnectors());
  const many = await aPlace(stage, { channels: Array.from({ length: 6 }, () => "Mastodon" as const) });
  const one = await aPlace(stage, { channels: ["Telegram"] });
  await aPost(many, { publishMode: "IMMEDIATE" });
  const ground = { app: stage.app, ledger: groupLedger(stage.app, stage.app.db) };
  await letLeave(ground, null);
  stage.pass(60);
  await aPost(one, { publishMode: "IMMEDIATE" });
  await letLeave(ground, null);
  const { channels } = await listDueChannels(stage.app.db, { now: stage.now(), from: null, limit: 3 });
  assert.equal(channels.length, 3);
  assert.ok(channels.some(({ id }) => id === one.channelIds[0]));
});

test("figures that cannot be read wait for their next regular time, and absurd ones are stored as far as they can be", async () => {
  let asked = 0;
  await using stage: Stage = await openStage(
    {},
    SATURDAY,
    network({
      counts: async ([id = ""]) => {
        asked += 1;
        if (asked === 1) throw new Error("a bug");
        return { kind: "counted", counts: { [id]: { likes: 3e9, comments: 1, shares: 0 } } };
      },
    }),
  );
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "counted" });
  await stage.settle();
  stage.pass(15 * 60);
  await stage.settle();
  const [due] = await query<{ at: string }>(stage.app.db, { text: `select counts_next_at "at" from deliveries` });
  assert.equal(asked, 1);
  assert.ok(due !== undefined && due.at > addSeconds(stage.now(), 60));
  stage.pass(3600);
  await stage.settle();
  const rows = await query(stage.app.db, { text: "select likes, comments from deliveries" });
  assert.deepEqual([asked, rows], [2, [{ likes: 2 ** 31 - 1, comments: 1 }]]);
});
