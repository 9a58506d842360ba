import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { one, query } from "../../ground/database/query.ts";
import type { PublishOutcome } from "../../networks/connectors/connector.ts";
import type { ProbeOutcome } from "../../networks/connectors/log-in.ts";
import { aPlace, aPost, entries } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

const PENDING = { kind: "pending", live: "maybe", checkAfterSeconds: 60 } as const;
/** What a platform answers first, and then each time. */
function first(outcome: PublishOutcome, then: () => Promise<PublishOutcome>): () => Promise<PublishOutcome> {
  let isFirst = true;
  return async () => {
    if (!isFirst) return then();
    isFirst = false;
    return outcome;
  };
}
const REFUSED = { kind: "unauthorized", reason: "The token has ended.", probed: "ended" } as const;

for (const [what, givenAt, status] of [
  ["before the check that is refused", 2, "INACTIVE"],
  ["during the check that is refused", 3, "ACTIVE"],
] as const) {
  test(`access that is given between the checks of one post, ${what}, leaves the channel ${status}`, async () => {
    let checks = 0;
    const check = async (): Promise<PublishOutcome> => {
      checks += 1;
      if (checks === givenAt) {
        await stage.app.db.query("update channels set access_given_at = $1", [addSeconds(stage.now(), 1)]);
      }
      return checks < 3 ? PENDING : REFUSED;
    };
    await using stage: Stage = await openStage({}, "2026-11-21T09:00:00Z", {
      Mastodon: { ...instantConnector("Mastodon"), publish: first(PENDING, check) },
    });
    await aPost(await aPlace(stage), { publishMode: "IMMEDIATE" });
    await stage.settle();
    for (let minute = 0; minute < 5; minute += 1) {
      stage.pass(61);
      await stage.settle();
    }
    assert.equal(checks, 3);
    assert.equal((await one<{ status: string }>(stage.app.db, { text: "select status from channels" })).status, status);
  });
}

/** What a platform answers to each publish attempt, by the post's words, and what it says when it is asked about the access. */
interface Platform {
  answer(text: string): PublishOutcome | null;
  probe(): ProbeOutcome;
}

/** A channel of a platform that refuses access, and its posts. */
async function aRefusedChannel(platform: Platform) {
  const connector = instantConnector("Mastodon");
  const stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: {
      ...connector,
      publish: async (post, account, call) => platform.answer(post.text) ?? connector.publish(post, account, call),
      probe: async () => platform.probe(),
    },
  });
  const place = await aPlace(stage);
  return {
    place,
    send: async (caption: string) => {
      await aPost(place, { publishMode: "IMMEDIATE", caption });
      await stage.settle();
    },
    pass: (seconds: number) => stage.liveUntil(addSeconds(stage.now(), seconds)),
    entries: async () =>
      query<{ body: string; status: string; reason: string }>(stage.app.db, {
        text: "select body, status, reason from deliveries order by id",
        values: [],
      }),
    channel: async () => (await one<{ status: string }>(stage.app.db, { text: "select status from channels" })).status,
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

const BARE: PublishOutcome = { kind: "unauthorized", reason: "(#200) Permissions error" };
const UNKNOWN: ProbeOutcome = { kind: "unknown", reason: "" };
const WORKS: ProbeOutcome = { kind: "works" };

test("access that is refused once, and works again an hour later, disconnects nothing, and the other posts go out meanwhile", async () => {
  let refusals = 0;
  await using scene = await aRefusedChannel({
    answer: (text) => (text === "first" && refusals++ === 0 ? BARE : null),
    probe: () => UNKNOWN,
  });
  await scene.send("first");
  const [waiting] = await entries(scene.place, "RETRYING");
  assert.match(String(waiting?.message), /\(#200\) Permissions error\. .* tried once more after an hour/);
  await scene.send("second");
  assert.deepEqual(await scene.entries(), [
    { body: "first", status: "RETRYING", reason: "unauthorized" },
    { body: "second", status: "PUBLISHED", reason: "published" },
  ]);
  await scene.pass(3700);
  assert.deepEqual(
    (await scene.entries()).map(({ status }) => status),
    ["PUBLISHED", "PUBLISHED"],
  );
  assert.equal(await scene.channel(), "ACTIVE");
});

test("access that is refused twice in a row, an hour apart, disconnects the channel", async () => {
  await using scene = await aRefusedChannel({ answer: () => BARE, probe: () => UNKNOWN });
  await scene.send("first");
  await scene.send("second");
  assert.equal(await scene.channel(), "ACTIVE");
  await scene.pass(3700);
  assert.deepEqual(await scene.entries(), [
    { body: "first", status: "FAILED", reason: "unauthorized" },
    { body: "second", status: "SKIPPED", reason: "channel_inactive" },
  ]);
  assert.equal(await scene.channel(), "INACTIVE");
});

test("access that the network itself says has ended disconnects the channel at once", async () => {
  await using scene = await aRefusedChannel({
    answer: () => BARE,
    probe: () => ({ kind: "ended", reason: "You have no role on this Page." }),
  });
  await scene.send("first");
  const [failed] = await entries(scene.place, "FAILED");
  assert.match(String(failed?.message), /You have no role on this Page\./);
  assert.equal(await scene.channel(), "INACTIVE");
});

test("one post that is refused for access stops no other where the network says that the access works", async () => {
  await using scene = await aRefusedChannel({ answer: (text) => (text === "bad" ? BARE : null), probe: () => WORKS });
  await scene.send("bad");
  await scene.pass(3700);
  assert.deepEqual(await scene.entries(), [{ body: "bad", status: "FAILED", reason: "unauthorized" }]);
  await scene.send("good");
  assert.deepEqual((await scene.entries())[1], { body: "good", status: "PUBLISHED", reason: "published" });
  assert.equal(await scene.channel(), "ACTIVE");
});

test("a good token that is refused once is used once more at once, where the network says that the access works", async () => {
  let refusals = 0;
  await using scene = await aRefusedChannel({ answer: () => (refusals++ === 0 ? BARE : null), probe: () => WORKS });
  await scene.send("first");
  assert.deepEqual(await scene.entries(), [{ body: "first", status: "PUBLISHED", reason: "published" }]);
});

test("a question that alone is refused for access is asked again, until the network says that the access has ended", async () => {
  let [asked, said]: [number, ProbeOutcome] = [0, UNKNOWN];
  const check = async (): Promise<PublishOutcome> => {
    asked += 1;
    return { kind: "unauthorized", reason: "(#10)", scope: "grant", askAgainSeconds: 60 };
  };
  await using stage: Stage = await openStage({}, "2026-11-21T09:00:00Z", {
    Mastodon: { ...instantConnector("Mastodon"), publish: first(PENDING, check), probe: async () => said },
  });
  await aPost(await aPlace(stage), { publishMode: "IMMEDIATE" });
  await stage.settle();
  const status = async () => (await one<{ status: string }>(stage.app.db, { text: "select status from channels" })).status;
  await stage.liveUntil(addSeconds(stage.now(), 600));
  assert.ok(asked > 2, String(asked));
  assert.equal(await status(), "ACTIVE");
  said = { kind: "ended", reason: "The token has ended." };
  await stage.liveUntil(addSeconds(stage.now(), 3600));
  assert.equal(await status(), "INACTIVE");
});

test("different posts that are refused for access an hour apart disconnect the channel whatever the network says", async () => {
  await using scene = await aRefusedChannel({ answer: () => BARE, probe: () => WORKS });
  await scene.send("first");
  await scene.pass(3700);
  assert.equal(await scene.channel(), "ACTIVE");
  await scene.send("second");
  assert.deepEqual(await scene.entries(), [
    { body: "first", status: "FAILED", reason: "unauthorized" },
    { body: "second", status: "FAILED", reason: "unauthorized" },
  ]);
  assert.equal(await scene.channel(), "INACTIVE");
});
