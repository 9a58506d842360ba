import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { AdvisoryLocks } from "../../ground/database/locks.ts";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { aFeedPlace, type FeedPlace } from "../../testing/automations.ts";
import { eventually } from "../../testing/eventually.ts";
import { loaf } from "../../testing/feeds.ts";
import { aWorker, kill } from "../../testing/killed.ts";
import { aPicture } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

/** The database pauses where a worker is killed until the test releases this lock. */
const DWELL_LOCK = 4711;
const COUNT = 5;

let stage: Stage;
const opened = new AsyncDisposableStack();
before(async () => {
  stage = opened.use(await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" }));
  await stage.app.db.query(`create function dwell() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(${DWELL_LOCK}, 1); return new; end $$`);
});
after(() => opened.disposeAsync());

/** Where a worker is killed: during a request to a server, or while the database works for it. `kept`: posts stored by then. */
type Moment = ({ readonly request: string } | { readonly trigger: string; readonly table: string }) & { readonly kept: number };

const THIRD = "for each row when (new.title = 'Loaf 3')";
const MOMENTS: Readonly<Record<string, Moment>> = {
  "while it fetches the feed": { request: "/feed.xml", kept: 0 },
  "while it downloads a picture": { request: "/3.png", kept: 2 },
  "before a post is inserted": { table: "posts", trigger: `before insert on posts ${THIRD}`, kept: 2 },
  "between a post and its key": { table: "feed_items", trigger: "before insert on feed_items for each row", kept: 0 },
  "between a post and its commit": { table: "posts", trigger: `after insert on posts ${THIRD}`, kept: 2 },
  // Constraint triggers run in the commit itself, which succeeds although the client is gone.
  "during the commit of a post": { table: "posts", trigger: `after insert on posts deferrable initially deferred ${THIRD}`, kept: 3 },
  "when it records the run": {
    table: "automations",
    trigger: "before update on automations for each row when (new.run_count > old.run_count)",
    kept: COUNT,
  },
};

for (const [when, moment] of Object.entries(MOMENTS)) {
  test(`a worker killed ${when} loses and duplicates no item`, async () => {
    await using feed = await aFeedPlace(stage);
    const id = await automationOf(feed);
    await killAt(await startWorker(), feed, moment);
    assert.deepEqual([(await feed.titles()).length, await runsOf(id)], [moment.kept, 0]);
    const second = await startWorker();
    await eventually("a run ends", async () => (await runsOf(id)) > 0);
    await kill(second);
    const posts = await feed.posts();
    assert.deepEqual(
      posts.map((post) => [post.title, post.media.length]),
      Array.from({ length: COUNT }, (_, index) => [`Loaf ${index + 1}`, 1]),
    );
    assert.deepEqual([(await feed.read()).status, await runsOf(id)], ["ACTIVE", 1]);
  });
}

test("a feed that killed the service three times counts as failed and is not read again at once", async () => {
  await using feed = await aFeedPlace(stage);
  const id = await automationOf(feed);
  for (let death = 0; death < 3; death += 1) await killAt(await startWorker(), feed, { request: "/3.png", kept: 0 });
  const asked = feed.site.seen.length;
  const last = await startWorker();
  const state = async () =>
    (await stage.app.db.query("select failures, begun_runs, next_run_at > now() later from automations where id = $1", [id])).rows[0];
  await eventually("the run counts as failed", async () => (await state()).failures > 0 && (await state()).begun_runs === 0);
  await kill(last);
  assert.deepEqual(await state(), { failures: 1, begun_runs: 0, later: true });
  assert.equal(feed.site.seen.length, asked);
});

async function automationOf(feed: FeedPlace): Promise<number> {
  feed.has([]);
  const id = await feed.automate({ importAsType: "IMAGE" });
  const items = await Promise.all(
    Array.from({ length: COUNT }, async (_, index) => {
      const url = feed.site.on(`/${index + 1}.png`, { body: await aPicture(`#${index + 1}00`) });
      return loaf(index + 1, { more: `<enclosure url="${url}" type="image/png"/>` });
    }),
  );
  feed.has(items.toReversed());
  // The workers use the system clock.
  await stage.app.db.query("update automations set next_run_at = '2020-01-01' where id = $1", [id]);
  return id;
}

async function killAt(worker: ChildProcess, feed: FeedPlace, moment: Moment): Promise<void> {
  if ("request" in moment) {
    const { promise, resolve } = Promise.withResolvers<void>();
    feed.site.heard = (path) => void (path === moment.request && resolve());
    await Promise.race([promise, once(worker, "exit")]);
    feed.site.heard = null;
    return kill(worker);
  }
  const kind = moment.trigger.includes("deferrable") ? "create constraint trigger" : "create trigger";
  await using locks = new AdvisoryLocks(stage.databaseUrl, DWELL_LOCK);
  const held = await locks.acquire(1);
  assert.ok(held);
  await stage.app.db.query(`${kind} dwell ${moment.trigger} execute function dwell()`);
  await eventually("the database dwells", async () => {
    const { rows } = await stage.app.db.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'",
    );
    return rows.length > 0;
  });
  await kill(worker);
  await held[Symbol.asyncDispose]();
  // Waits for the orphaned transaction.
  await stage.app.db.query(`drop trigger dwell on ${moment.table}`);
}

async function startWorker(): Promise<ChildProcess> {
  const { path } = opened.use(await temporaryFolder());
  const settings = { ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" };
  return aWorker(new URL("testing/worker.ts", import.meta.url), { stage, folder: path, settings });
}

async function runsOf(automationId: number): Promise<number> {
  const { rows } = await stage.app.db.query("select run_count n from automations where id = $1", [automationId]);
  return rows[0].n;
}
