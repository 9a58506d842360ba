import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { query } from "../../ground/database/query.ts";
import type { Json } from "../../networks/connectors/json.ts";
import { sandboxNetworks, sandboxWorld } from "../../networks/sandbox/networks.ts";
import { aPlace, aPost } from "../../testing/builders.ts";
import { aFault, clearFaults, duplicates } from "../../testing/faults.ts";
import { neededMedia } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

// A process of its own: it takes minutes.

type Fields = Readonly<Record<string, Json>>;

/** What the version before wrote of a call, by the names that it had; it knew no other. */
const NAMES: Readonly<Partial<Record<ChannelType, readonly string[]>>> = {
  LinkedIn: ["firstAt", "lastAt", "isAnswered", "lost", "looks", "named"],
  "Google Business": ["firstAt", "lastAt", "isAnswered", "isTurnedAway", "lost", "looks", "aheadSeconds"],
  X: ["firstAt", "lastAt", "sends", "turnedAway", "state", "reason", "looks", "clearedAt"],
  Mastodon: ["at"],
  Threads: ["firstAt", "lastAt", "isAnswered", "lost"],
};

const isFields = (value: Json | undefined): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isCall = (value: Json | undefined): value is Fields => isFields(value) && "open" in value && "lastAt" in value;

/** The value with all calls in it as the version before wrote them. */
function earlier(value: Json, names: readonly string[]): Json {
  if (isCall(value)) return Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])));
  return isFields(value) ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, earlier(field, names)])) : value;
}

interface Delivery {
  readonly id: string;
  readonly type: ChannelType;
  readonly status: string;
  readonly reason: string | null;
  readonly checkpoints: Fields;
}

function deliveries({ app }: Stage): Promise<Delivery[]> {
  const text = `select id::text, channel_type "type", status, reason, checkpoints from deliveries where parent_id is null order by id`;
  return query<Delivery>(app.db, { text });
}

/** How often readers of each network see these texts of it. */
async function timesSeen(
  stage: Stage,
  texts: ReadonlyMap<ChannelType, readonly string[]>,
): Promise<ReadonlyMap<ChannelType, readonly number[]>> {
  const times = new Map<ChannelType, readonly number[]>();
  for (const network of sandboxNetworks) {
    const world = sandboxWorld(network, { db: stage.app.db, now: () => stage.now(), sandboxUrl: stage.app.sandboxUrl ?? "" });
    const posts = await network.feed(world, { limit: 1000 });
    times.set(
      network.type,
      (texts.get(network.type) ?? []).map((text) => posts.filter((post) => post.text.includes(text)).length),
    );
  }
  return times;
}

/** How long the engine goes on after each lot of posts, before the upgrade. */
const WAVES = [1200, 300, 45, 0] as const;
const POSTS_PER_WAVE = 10;
const STATES = ["PUBLISHED", "RETRYING", "pending", "unknown", "waiting"];
/** What the network gave no clear answer about more than once, and TikTok's photos: a person decides. */
const LEFT_MAX = 26;

test("500 deliveries in every state go on after an upgrade: none is lost, and none is seen twice", async () => {
  await using stage = await openStage();
  for (const { slug } of sandboxNetworks) {
    for (const kind of ["refuse-429", "error-before", "cut-before", "error-after", "cut-after"] as const) {
      await aFault(stage, { network: slug, kind, percent: 25, seed: 3 });
    }
  }
  const texts = new Map<ChannelType, string[]>(sandboxNetworks.map(({ type }) => [type, []]));
  for (const [wave, seconds] of WAVES.entries()) {
    for (const { type } of sandboxNetworks) {
      const place = await aPlace(stage, { channels: [type] });
      const media = await neededMedia(stage, place, type);
      for (let number = 0; number < POSTS_PER_WAVE; number += 1) {
        const caption = `Bread ${number} of ${type} by ${wave}`;
        texts.get(type)?.push(caption);
        await aPost(place, { publishMode: "IMMEDIATE", caption, ...media });
      }
    }
    await stage.settle();
    if (seconds > 0) await stage.liveUntil(addSeconds(stage.now(), seconds));
  }

  const inFlight = new Map<ChannelType, number>();
  const before = await deliveries(stage);
  for (const { id, type, checkpoints } of before) {
    const names = NAMES[type];
    const written = names === undefined ? checkpoints : earlier(checkpoints, names);
    if (JSON.stringify(written) === JSON.stringify(checkpoints)) continue;
    inFlight.set(type, (inFlight.get(type) ?? 0) + 1);
    await query(stage.app.db, { text: "update deliveries set checkpoints = $2 where id = $1", values: [id, JSON.stringify(written)] });
  }
  assert.ok(before.length >= 500, `${before.length} deliveries`);
  assert.deepEqual([...inFlight.keys()].toSorted(), Object.keys(NAMES).toSorted());
  const states = new Set(before.map(({ status }) => status));
  assert.deepEqual(
    STATES.filter((state) => !states.has(state)),
    [],
  );

  await clearFaults(stage);
  await stage.liveUntil(addSeconds(stage.now(), 30 * 3600));
  assert.equal(await duplicates(stage), 0);
  const after = await deliveries(stage);
  const isOut = ({ status }: Delivery) => status === "PUBLISHED" || status === "SENT";
  const left = after.filter((delivery) => !isOut(delivery));
  assert.equal(after.length, before.length);
  assert.ok(left.length <= LEFT_MAX, JSON.stringify(left));
  for (const { type, status, reason } of left) assert.deepEqual([status, reason], ["FAILED", "undecided"], type);
  for (const [type, times] of await timesSeen(stage, texts)) {
    const out = after.filter((delivery) => delivery.type === type && isOut(delivery)).length;
    const once = times.filter((count) => count === 1).length;
    assert.ok(
      times.every((count) => count <= 1),
      `${type}: ${times.join(" ")}`,
    );
    assert.ok(once >= out, `${type}: ${out} are said to be out, and readers see ${once}`);
  }
});
