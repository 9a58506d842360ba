import assert from "node:assert/strict";
import { test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { query } from "../../ground/database/query.ts";
import type { Connector, CountsOutcome } from "../../networks/connectors/connector.ts";
import type { ProbeOutcome } from "../../networks/connectors/log-in.ts";
import { aPlace, aPost, bodies, entries, must, type Place } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { letLeave } from "./clock.ts";
import { groupLedger } from "./group-ledger.ts";

const SATURDAY = "2026-11-21T07:59:00Z";
const AGE_SECONDS = 15 * 60;

/** A network that tells the counts of one post in a call, each time as `answer` says. */
function oneByOne(answer: (id: string, calls: number) => CountsOutcome | Promise<CountsOutcome>) {
  const asked: string[] = [];
  const counts: Connector["counts"] = async ([id = "", ...others]) => {
    assert.deepEqual(others, [], "one at a time");
    asked.push(id);
    return answer(id, asked.length);
  };
  return { asked, connectors: { Mastodon: { ...instantConnector("Mastodon"), counts, countedTogether: () => 1 } } };
}

const counted = (id: string, likes = 1): CountsOutcome => ({ kind: "counted", counts: { [id]: { likes, comments: 0, shares: 0 } } });

async function published(stage: Stage, place: Place, posts: number): Promise<void> {
  for (let number = 1; number <= posts; number += 1) await aPost(place, { publishMode: "IMMEDIATE", caption: `${number}` });
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED")).length, posts);
}

const rowsOf = ({ app }: Stage) =>
  query<{ likes: number; nextAt: string | null }>(app.db, { text: `select likes, counts_next_at "nextAt" from deliveries order by id` });

test("at a limit, what was read before it is kept, and nothing of the channel is asked for until it ends", async () => {
  const network = oneByOne((id, calls) => (calls === 3 ? { kind: "busy", reason: "Slow down.", retryAfterSeconds: 600 } : counted(id)));
  await using stage = await openStage({}, SATURDAY, network.connectors);
  const place = await aPlace(stage);
  await published(stage, place, 5);
  stage.pass(AGE_SECONDS);
  await stage.settle();
  assert.equal(network.asked.length, 3);
  assert.deepEqual(
    (await rowsOf(stage)).map(({ likes }) => likes),
    [1, 1, 0, 0, 0],
  );
  stage.pass(599);
  await stage.settle();
  assert.equal(network.asked.length, 3);
  stage.pass(1);
  await stage.settle();
  assert.equal(network.asked.length, 6);
  assert.ok((await rowsOf(stage)).every(({ likes }) => likes === 1));
});

test("a post that is refused costs the others nothing, and two in a row end the asking for now", async () => {
  const refused = new Set<string>();
  const network = oneByOne((id) => (refused.has(id) ? { kind: "unavailable", reason: "No." } : counted(id)));
  await using stage = await openStage({}, SATURDAY, network.connectors);
  const place = await aPlace(stage);
  await published(stage, place, 5);
  const rows = await query<{ remoteId: string }>(stage.app.db, { text: `select remote_id "remoteId" from deliveries order by id` });
  const ids = rows.map(({ remoteId }) => remoteId);
  refused.add(ids[1] ?? "");
  stage.pass(AGE_SECONDS);
  await stage.settle();
  assert.equal(network.asked.length, 5);
  refused.add(ids[2] ?? "");
  stage.pass(3600);
  await stage.settle();
  assert.equal(network.asked.length, 8);
  assert.ok((await rowsOf(stage)).every(({ nextAt }) => nextAt !== null && nextAt > stage.now()));
});

test("while a channel is held its counts are not asked for", async () => {
  const network = oneByOne((id) => counted(id));
  await using stage = await openStage({}, SATURDAY, network.connectors);
  const place = await aPlace(stage);
  await published(stage, place, 2);
  const until = addSeconds(stage.now(), 2 * 3600);
  await query(stage.app.db, {
    text: "insert into holds (channel_id, until, since, reason, scope) select id, $1, $2, 'Quota', 'channel' from channels",
    values: [until, stage.now()],
  });
  stage.pass(AGE_SECONDS);
  await stage.settle();
  assert.deepEqual(network.asked, []);
  const look = addSeconds(stage.now(), 3600);
  assert.deepEqual(
    (await rowsOf(stage)).map(({ nextAt }) => nextAt),
    [look, look],
  );
  stage.pass(3600);
  await stage.settle();
  assert.deepEqual(network.asked, []);
  stage.pass(3600);
  await stage.settle();
  assert.equal(network.asked.length, 2);
});

test("a post that becomes due does not wait for the counts", async () => {
  let late: (() => Promise<unknown>) | null = null;
  const seen: number[] = [];
  const network = oneByOne(async (id, calls) => {
    seen.push((await bodies(place, "PUBLISHED")).length);
    if (calls === 1) await late?.();
    return counted(id);
  });
  await using stage = await openStage({}, SATURDAY, network.connectors);
  const place = await aPlace(stage);
  await published(stage, place, 3);
  stage.pass(AGE_SECONDS);
  late = async () => {
    await aPost(place, { publishMode: "IMMEDIATE", caption: "due" });
    await letLeave({ app: stage.app, ledger: groupLedger(stage.app, stage.app.db) }, null);
  };
  await stage.settle();
  assert.deepEqual(seen, [3, 4, 4], "it is out before the second call");
});

test("an entry without an id is never asked for, and is in nobody's way", async () => {
  const network = oneByOne((id) => counted(id));
  await using stage = await openStage({}, SATURDAY, network.connectors);
  const place = await aPlace(stage);
  await published(stage, place, 2);
  await query(stage.app.db, { text: "update deliveries set remote_id = null where id = (select min(id) from deliveries)" });
  stage.pass(AGE_SECONDS);
  await stage.settle();
  assert.equal(network.asked.length, 1);
  const [first, second] = await rowsOf(stage);
  assert.equal(first?.nextAt, null);
  assert.ok(second?.nextAt);
});

test("a figure that was never told is unknown to people, and 0 in the API", async () => {
  const network = oneByOne((id, calls) => {
    return { kind: "counted", counts: { [id]: { likes: null, comments: calls === 1 ? null : 4, shares: calls === 1 ? 3 : null } } };
  });
  await using stage = await openStage({}, SATURDAY, network.connectors);
  const place = await aPlace(stage);
  await published(stage, place, 1);
  const email = "grace@example.org";
  await must(stage.admin("POST", "/users", { name: "Grace", email, password: "correct horse" }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "viewer" }));
  const dashboard = await aDashboard(stage, email);
  const shown = async () => {
    const { results } = await must(dashboard.call("GET", `/brands/${place.brandId}/results`));
    const { readAt: _, ...figures } = results[0].counts;
    return figures;
  };
  stage.pass(AGE_SECONDS);
  await stage.settle();
  assert.deepEqual(await shown(), { likes: null, comments: null, shares: 3 });
  stage.pass(3600);
  await stage.settle();
  assert.deepEqual(await shown(), { likes: null, comments: 4, shares: 3 });
  const [entry] = await entries(place, "PUBLISHED");
  assert.deepEqual(entry.results, { likes: 0, comments: 4, shares: 3 });
});

test("counts that are refused for access disconnect the channel only once the network says that the access has ended", async () => {
  let said: ProbeOutcome = { kind: "works" };
  const network = oneByOne(() => ({ kind: "unauthorized", reason: "No reads on this plan.", scope: "grant" }));
  const Mastodon: Connector = { ...network.connectors.Mastodon, probe: async () => said };
  await using stage = await openStage({}, SATURDAY, { Mastodon });
  await published(stage, await aPlace(stage), 1);
  const status = async () => query<{ status: string }>(stage.app.db, { text: "select status from channels" });
  stage.pass(AGE_SECONDS);
  await stage.settle();
  assert.equal(network.asked.length, 1);
  assert.deepEqual(await status(), [{ status: "ACTIVE" }]);
  said = { kind: "ended", reason: "The account is gone." };
  stage.pass(24 * 3600);
  await stage.settle();
  assert.deepEqual(await status(), [{ status: "INACTIVE" }]);
});

test("what a network has made of a young post is added to its note, with the preferences that it went out with", async () => {
  const asked: unknown[] = [];
  const afterwards: Connector["afterwards"] = async (posts) => {
    asked.push(posts.map(({ note, preferences }) => [note, preferences]));
    return Object.fromEntries(posts.flatMap(({ remoteId, note }) => (note === null ? [[remoteId, "The network hid it."]] : [])));
  };
  const counts: Connector["counts"] = async () => ({ kind: "counted", counts: {} });
  const preferences: Connector["preferences"] = [
    { kind: "choice", name: "who", label: "Who", perPost: true, options: [{ value: "all", label: "All" }], preset: "all" },
  ];
  await using stage = await openStage({}, SATURDAY, { Mastodon: { ...instantConnector("Mastodon"), counts, preferences, afterwards } });
  const place = await aPlace(stage);
  await published(stage, place, 1);
  for (const seconds of [AGE_SECONDS, 3600, 48 * 3600]) {
    stage.pass(seconds);
    await stage.settle();
  }
  assert.deepEqual(asked, [[[null, { who: "all" }]], [["The network hid it.", { who: "all" }]]]);
  assert.equal((await entries(place, "PUBLISHED"))[0]?.message, "The network hid it.");
});
