import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Connector } from "../connectors/connector.ts";
import { query } from "../database/query.ts";
import { aPlace, aPost, entries, type Place } from "../testing/builders.ts";
import { instantConnector } from "../testing/instant-connector.ts";
import { openStage, type Stage } from "../testing/stage.ts";

const SATURDAY = "2026-11-21T07:59:00Z";

function network(parts: Partial<Connector>) {
  return { Mastodon: { ...instantConnector("Mastodon"), ...parts } };
}

const published = async (place: Place) => (await entries(place, "PUBLISHED")).map(({ body }: { body: string }) => body);

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
