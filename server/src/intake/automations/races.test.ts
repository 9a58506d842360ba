import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { AdvisoryLocks, LOCK_SPACES } from "../../ground/database/locks.ts";
import { aFeedPlace, type FeedPlace } from "../../testing/automations.ts";
import { eventually } from "../../testing/eventually.ts";
import { loaf } from "../../testing/feeds.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { waitsForLock } from "../../testing/waits-for-lock.ts";
import { runAutomations } from "./loop.ts";
import { RecentFeeds } from "./recent-feeds.ts";
import { type RunTools, runAutomation } from "./run.ts";
import { listDueAutomations } from "./run-store.ts";

let stage: Stage;
let feed: FeedPlace;
const opened = new AsyncDisposableStack();
before(async () => {
  stage = opened.use(await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" }));
  await stage.app.db.query(`create function hurt() returns trigger language plpgsql as $$ begin
    if tg_argv[0] = 'die' then perform pg_terminate_backend(pg_backend_pid()); end if;
    raise exception 'hurt on purpose'; end $$`);
});
after(() => opened.disposeAsync());
beforeEach(async () => {
  feed = opened.use(await aFeedPlace(stage));
});

const ITEMS = Array.from({ length: 12 }, (_, index) => loaf(index + 1));
const TITLES = ITEMS.map((item) => item.title);

/** A separate worker; workers in the same space exclude each other, as processes do. */
function aWorker(space: number, stop = new AbortController().signal): RunTools {
  return { locks: opened.use(new AdvisoryLocks(stage.databaseUrl, space)), stop, feeds: new RecentFeeds(), chance: () => 0.5 };
}

async function dueAutomation(): Promise<number> {
  feed.has([]);
  const id = await feed.automate();
  feed.has(ITEMS.toReversed());
  stage.pass(await feed.secondsToNextRun());
  return id;
}

test("of two workers one runs the automation and the other skips it", async () => {
  const id = await dueAutomation();
  const requests = feed.site.seen.length;
  const workers = [aWorker(71), aWorker(71), aWorker(71)];
  await Promise.all(workers.map((worker) => runAutomation(stage.app, id, worker)));
  await Promise.all(workers.map((worker) => runAutomation(stage.app, id, worker)));
  assert.equal(feed.site.seen.length, requests + 1);
  assert.deepEqual([await feed.titles(), (await feed.read()).runCount], [TITLES, 1]);
});

test("what one worker runs does not keep the others from the next, and no host gets two workers", async () => {
  const id = await dueAutomation();
  const beside = await feed.automate();
  const other = opened.use(await aFeedPlace(stage));
  other.has([]);
  const elsewhere = await other.automate();
  stage.pass(Math.max(await feed.secondsToNextRun(), await other.secondsToNextRun()));
  const ours = [id, beside, elsewhere];
  const listed = async () =>
    (await listDueAutomations(stage.app.db, { now: stage.now(), busyHosts: [], limit: 100 }))
      .map((due) => due.id)
      .filter((due) => ours.includes(due))
      .toSorted((a, b) => a - b);
  assert.deepEqual(await listed(), [id, elsewhere]);
  const locks = opened.use(new AdvisoryLocks(stage.databaseUrl, LOCK_SPACES.automations));
  await using lock = await locks.acquire(id);
  assert.notEqual(lock, null);
  assert.deepEqual(await listed(), [elsewhere]);
});

test("two workers that both think they hold the automation import each item once and count one run", async () => {
  const id = await dueAutomation();
  await Promise.all([aWorker(72), aWorker(73), aWorker(74)].map((worker) => runAutomation(stage.app, id, worker)));
  assert.deepEqual([(await feed.titles()).sort(), (await feed.read()).runCount], [TITLES.toSorted(), 1]);
});

/** The injected failures: at the third post, before or after the insert, or at commit. */
const HURTS = [
  [
    "an error before the post",
    "create trigger hurt before insert on posts for each row when (new.title = 'Loaf 3') execute function hurt('fail')",
  ],
  ["an error between post and key", "create trigger hurt before insert on feed_items for each row execute function hurt('fail')"],
  [
    "a connection that dies between post and key",
    "create trigger hurt before insert on feed_items for each row execute function hurt('die')",
  ],
  [
    "a connection that dies in the commit",
    "create constraint trigger hurt after insert on posts deferrable initially deferred for each row when (new.title = 'Loaf 3') execute function hurt('die')",
  ],
] as const;

for (const [what, trigger] of HURTS) {
  test(`${what} leaves neither, and the run is resumed minutes later`, async () => {
    const id = await dueAutomation();
    const worker = aWorker(75);
    await stage.app.db.query(trigger);
    await runAutomation(stage.app, id, worker);
    const table = trigger.includes("on posts") ? "posts" : "feed_items";
    await stage.app.db.query(`drop trigger hurt on ${table}`);
    const imported = (await feed.titles()).length;
    assert.equal(imported, table === "posts" ? 2 : 0);
    const { rows } = await stage.app.db.query("select count(*) n from feed_items where automation_id = $1", [id]);
    assert.deepEqual([rows[0].n, (await feed.read()).runCount, await feed.secondsToNextRun()], [imported, 0, 300]);
    stage.pass(300);
    await runAutomation(stage.app, id, worker);
    assert.deepEqual([await feed.titles(), (await feed.read()).runCount], [TITLES, 1]);
  });
}

test("a run stopped in the middle of an item keeps what it has imported, and stays due", async () => {
  feed.has([]);
  const id = await feed.automate({ importAsType: "IMAGE" });
  const withPictures = ITEMS.map((item, index) => ({
    ...item,
    more: `<enclosure url="${feed.site.url}/${index + 1}.png" type="image/png"/>`,
  }));
  feed.has(withPictures);
  stage.pass(await feed.secondsToNextRun());
  const stop = new AbortController();
  feed.site.heard = (path) => {
    if (path === "/4.png") stop.abort();
  };
  await runAutomation(stage.app, id, aWorker(76, stop.signal));
  assert.deepEqual(await feed.titles(), TITLES.slice(0, 3));
  assert.deepEqual([(await feed.read()).runCount, await feed.secondsToNextRun()], [0, 0]);
  await runAutomation(stage.app, id, aWorker(76));
  assert.deepEqual([await feed.titles(), (await feed.read()).runCount], [TITLES, 1]);
});

test("pausing during a run ends it, and the automation stays paused", async () => {
  const id = await dueAutomation();
  await stage.app.db.query(`create function pause() returns trigger language plpgsql as $$ begin
    update automations set status = 'PAUSED' where id = new.automation_id; return new; end $$;
    create trigger pause after insert on feed_items for each row execute function pause()`);
  await runAutomation(stage.app, id, aWorker(77));
  await stage.app.db.query("drop trigger pause on feed_items");
  assert.deepEqual([await feed.titles(), (await feed.read()).status], [["Loaf 1"], "PAUSED"]);
});

test("the service's loop runs what is due, one request at a time per server, and stops when told to", async () => {
  const others = [feed];
  for (let n = 0; n < 2; n += 1) {
    await dueAutomation();
    feed = opened.use(await aFeedPlace(stage));
    others.push(feed);
  }
  const id = await dueAutomation();
  const second = (await feed.automate({ name: "Second" })) as number;
  await stage.app.db.query("update automations set next_run_at = $2 where id = any($1)", [[id, second], stage.now()]);
  const before = feed.site.seen.length;
  const stop = new AbortController();
  const loop = runAutomations(stage.app, { locks: opened.use(new AdvisoryLocks(stage.databaseUrl, 78)), stop: stop.signal });
  const done = async () =>
    (
      await stage.app.db.query("select bool_and(run_count > 0) done from automations where status = 'ACTIVE' and next_run_at <= $1", [
        stage.now(),
      ])
    ).rows[0].done !== false;
  await eventually("all have run", done);
  stop.abort();
  await loop;
  for (const other of others) assert.deepEqual((await other.titles()).slice(0, TITLES.length), TITLES);
  // Both read the same feed, which was fetched once.
  assert.equal(feed.site.seen.length, before + 1);
});

test("automations sharing a feed fetch it once in half a minute, and only those with its current validators get 304", async () => {
  feed.has(ITEMS);
  const first = await feed.automate();
  const second = await feed.automate({ name: "Second" });
  const third = await feed.automate({ name: "Third" });
  await stage.app.db.query("update automations set etag = null where id = $1", [third]);
  await stage.app.db.query("update automations set next_run_at = $2 where id = any($1)", [[first, second, third], stage.now()]);
  const worker = aWorker(79);
  const before = feed.site.seen.length;
  for (const id of [first, second, third]) await runAutomation(stage.app, id, worker);
  assert.deepEqual(
    feed.site.seen.slice(before).map(({ headers }) => headers["if-none-match"] !== undefined),
    [true, false],
  );
  stage.pass(30);
  await stage.app.db.query("update automations set next_run_at = $2 where id = $1", [first, stage.now()]);
  await runAutomation(stage.app, first, worker);
  assert.equal(feed.site.seen.length, before + 3);
  assert.equal(
    (await stage.app.db.query("select sum(run_count)::int n from automations where id = any($1)", [[first, second, third]])).rows[0].n,
    4,
  );
});

test("a collection that is deleted while the feed is fetched is not found, and nothing is made", async () => {
  feed.has(ITEMS);
  const { place } = feed;
  const connection = await stage.app.db.connect();
  try {
    await connection.query("begin");
    await connection.query("delete from collections where id = $1", [place.collectionId]);
    const made = feed.automate().then(
      () => "made",
      (error: Error) => error.message,
    );
    // The collection is held once the feed has been read.
    await waitsForLock(stage.app.db, "it waits for the collection");
    await connection.query("commit");
    assert.match(await made, /^404 .*Collection not found/);
  } finally {
    connection.release(true);
  }
});
