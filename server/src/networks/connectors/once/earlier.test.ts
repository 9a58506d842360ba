import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { OutgoingComment } from "../connector.ts";
import type { Json } from "../json.ts";
import { memoryCheckpoint } from "../testing/call.ts";
import type { Row, Scene } from "../testing/conformance.ts";
import { ROWS } from "../testing/conformance-rows.ts";
import { deliverBy } from "../testing/delivery.ts";

interface Written {
  /** The checkpoint of a call whose outcome is open, after as many that were repeated. */
  open(at: Instant, repeated: number, scene: Scene): Readonly<Record<string, Json>>;
  /** Repeated under a key, as often as that holds, and known by its limits. */
  readonly isKeyed?: true;
  /** Repeated as often as nothing arrived. */
  readonly isUnlimited?: true;
}

/** What the version before this one wrote. */
const WRITTEN: Readonly<Partial<Record<ChannelType, Written>>> = {
  LinkedIn: {
    open: (at, lost) => ({ "calls post": { firstAt: at, lastAt: at, isAnswered: false, lost, looks: 0, named: null } }),
  },
  "Google Business": {
    open: (at, lost) => ({
      calls: { firstAt: at, lastAt: at, isAnswered: false, isTurnedAway: false, lost, looks: 0, aheadSeconds: null },
    }),
  },
  YouTube: {
    // Of a session that YouTube knows no more, before the last look.
    open: (now, repeated, { baseUrl }) => {
      const at = addSeconds(now, -3600);
      return {
        session: { url: `${baseUrl}/upload/upload/youtube/v3/videos?uploadType=resumable&upload_id=gone`, at, visibility: "public" },
        "last byte": true,
        doubt: { since: at, isGone: true, probes: 0, looks: 3 },
        ...(repeated === 0 ? {} : { "given up": addSeconds(at, -3600) }),
      };
    },
  },
  X: {
    open: (at, repeated) => ({
      "sent 0": { firstAt: at, lastAt: at, sends: 1 + repeated, turnedAway: 0, state: "open", reason: null, looks: 0, clearedAt: null },
    }),
  },
  Mastodon: { open: (at) => ({ "sent 0": { at }, limits: {} }), isKeyed: true },
  Telegram: {
    open: (at, _repeated, { account: { remoteId } }) => ({ "sent 0": { at, chatId: remoteId, above: 0, isHead: true } }),
    isUnlimited: true,
  },
  Pinterest: {
    open: (at, silences) => ({
      calls: {
        firstAt: at,
        lastAt: at,
        open: "silence",
        isTurnedAway: false,
        silences,
        faults: 0,
        looks: 0,
        aheadSeconds: null,
        clearedAt: null,
      },
    }),
  },
};

for (const row of ROWS) {
  const network = row.connector.type;
  const written = WRITTEN[network];
  if (written === undefined) continue;
  const opened = async () => {
    const scene = await row.open();
    const post = await row.post(scene, "In flight");
    const delivered = () => deliverBy(row.connector, post, scene);
    const resumed = async (repeated: number) => {
      const checkpoint = memoryCheckpoint();
      for (const [name, value] of Object.entries(written.open(scene.now(), repeated, scene))) await checkpoint.set(name, value);
      return deliverBy(row.connector, post, { ...scene, checkpoint });
    };
    const times = async () => (await scene.seen()).filter(({ text }) => text.includes("In flight")).length;
    return { scene, delivered, resumed, times };
  };

  test(`${network}: a call whose answer was lost before the upgrade is found after it, and not repeated`, async () => {
    const { scene, delivered, resumed, times } = await opened();
    await using _ = scene;
    const delivery = await resumed(0);
    const arrived = await delivered().toEnd();
    assert.ok(arrived.kind === "published");
    if (!written.isKeyed) assert.equal((await delivery.publish()).kind, "unknown");
    const found = await delivery.toEnd("find");
    assert.ok(found.kind === "published", JSON.stringify(found));
    assert.deepEqual([found.remoteId, await times()], [arrived.remoteId, 1]);
  });

  test(`${network}: a call that did not arrive before the upgrade is repeated once after it`, async () => {
    const { scene, resumed, times } = await opened();
    await using _ = scene;
    const delivery = await resumed(0);
    assert.equal((await delivery.toEnd("find")).kind, "published");
    assert.equal(await times(), 1);
  });

  if (written.isKeyed || written.isUnlimited) continue;
  test(`${network}: a repetition that was in flight during the upgrade is the last`, async () => {
    const { scene, resumed, times } = await opened();
    await using _ = scene;
    const delivery = await resumed(1);
    assert.equal((await delivery.toEnd("find")).kind, "undecidable");
    assert.deepEqual([(await delivery.publish()).kind, await times()], ["unknown", 0]);
  });
}

interface Kept {
  readonly name: string;
  readonly field?: string;
  readonly fields: readonly string[];
}

/** Where the version before kept a call that ours wrote, and what it wrote of it. */
const KEPT: Readonly<Partial<Record<ChannelType, { readonly post: Kept; readonly comment: Kept }>>> = {
  Facebook: {
    post: { name: "attempt post", fields: ["at", "doubts", "after", "firstAt"] },
    comment: { name: "attempt comment", fields: ["at", "doubts", "after", "firstAt"] },
  },
  Threads: {
    post: { name: "piece 0", field: "calls", fields: ["firstAt", "lastAt", "isAnswered", "lost"] },
    comment: { name: "piece comment", field: "calls", fields: ["firstAt", "lastAt", "isAnswered", "lost"] },
  },
  Instagram: {
    post: {
      name: "release 0",
      fields: ["begunAt", "doubtedSince", "unpublishedSince", "publishedSince", "missingSince", "blocks", "generation", "hold"],
    },
    comment: { name: "sent", fields: ["at", "firstAt", "sends"] },
  },
};

/** A comment of a post that is out. */
async function aComment({ connector, post }: Row, scene: Scene, text: string): Promise<OutgoingComment> {
  const published = await deliverBy(connector, await post(scene, "Talked about"), scene).toEnd();
  assert.ok(published.kind === "published");
  scene.owned.add(published.remoteId);
  scene.pass(60);
  return { key: crypto.randomUUID(), dueAt: scene.now(), text, remoteId: published.remoteId };
}

for (const row of ROWS) {
  const network = row.connector.type;
  for (const [what, kept] of Object.entries(KEPT[network] ?? {})) {
    for (const [fault, becomes] of [
      ["cut-after", "whose answer was lost before the upgrade is found after it, and not repeated"],
      ["cut-before", "that did not arrive before the upgrade is repeated once after it"],
    ] as const) {
      test(`${network}: a ${what} ${becomes}`, async () => {
        await using scene = await row.open();
        const order = what === "post" ? await row.post(scene, "In flight") : await aComment(row, scene, "In flight");
        const delivery = deliverBy(row.connector, order, scene);
        await scene.networkFault(fault, { count: 1 });
        let outcome = await delivery.publish();
        for (; outcome.kind === "pending"; outcome = await delivery.publish()) scene.pass(outcome.checkAfterSeconds);
        assert.equal(outcome.kind, "unknown");
        const entry = Object(delivery.checkpoint.get(kept.name));
        const calls = kept.field === undefined ? entry : entry[kept.field];
        const written = Object.fromEntries(kept.fields.map((field) => [field, calls[field]]));
        assert.ok(
          Object.values(written).every((value) => value !== undefined),
          JSON.stringify(written),
        );
        await delivery.checkpoint.set(kept.name, kept.field === undefined ? written : { ...entry, [kept.field]: written });
        assert.equal((await delivery.publish()).kind, "unknown");
        scene.pass(31);
        assert.equal((await delivery.toEnd("find")).kind, "published");
        assert.equal((await scene.seen()).filter(({ text }) => text.includes("In flight")).length, 1);
      });
    }
  }
}
