import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import { connect, LEDGER_NAME } from "../../ground/database/connect.ts";
import { transaction } from "../../ground/database/query.ts";
import { temporaryFolder } from "../../ground/database/testing.ts";
import type { FindOutcome, PublishOutcome } from "../../networks/connectors/connector.ts";
import { aPlace, aPost, must } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { operatorService } from "../../testing/operator.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { anAutomation } from "../../testing/things.ts";
import { holdBackDue } from "./due-store.ts";

const FRIDAY = "2026-11-20T12:00:00Z";
const SUNDAY = "2026-11-22T12:00:00Z";
const cleanUp = new AsyncDisposableStack();
const sent: string[] = [];
let outcome: PublishOutcome["kind"] = "published";
let target: Stage;
let brandId: number;

/** A network that takes everything. Asked by a backup that knows of no request, its connector says that nothing was sent. */
function network() {
  const connector = instantConnector("Mastodon");
  return {
    Mastodon: {
      ...connector,
      find: async (): Promise<FindOutcome> => ({ kind: "absent" }),
      publish: async ({ text, key }: { readonly text: string; readonly key: string }): Promise<PublishOutcome> => {
        if (outcome === "busy") return { kind: "busy", reason: "later", retryAfterSeconds: 60 };
        sent.push(text);
        return { kind: "published", remoteId: key, url: null };
      },
    },
  };
}

before(async () => {
  const folder = cleanUp.use(await temporaryFolder());
  const source = cleanUp.use(await openStage({}, FRIDAY, network()));
  const place = await aPlace(source, { queues: ["Sat 09:00", "Mon 09:00"] });
  brandId = place.brandId;
  outcome = "busy";
  await aPost(place, { publishMode: "IMMEDIATE", caption: "retried" });
  await source.settle();
  outcome = "published";
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-21 12:00:00", caption: "scheduled for Saturday" });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-24 12:00:00", caption: "scheduled for Tuesday" });
  await aPost(place, { publishMode: "QUEUE", caption: "queued" });
  const archive = join(folder.path, "friday.tar");
  await must(source.admin("POST", "/backup", { to: archive }));
  await source.liveUntil(toInstant(SUNDAY));
  assert.deepEqual(sent, ["retried", "queued", "scheduled for Saturday"]);
  target = cleanUp.use(await openStage({}, SUNDAY, network()));
  await must(target.admin("POST", "/restore", { from: archive }));
  sent.length = 0;
});
after(() => cleanUp.disposeAsync());

test("what a restored service had to send between the backup and now does not leave a second time, and the rest leaves at its time", async () => {
  await target.liveUntil(addSeconds(target.now(), 3 * 24 * 3600));
  assert.deepEqual(sent, ["scheduled for Tuesday"]);
});

test("it stands where people see it: as a draft, in a paused queue, and as an entry that could not be determined", async () => {
  const { rows: posts } = await target.app.db.query("select body, status, posting_type from posts where brand_id = $1 order by id", [
    brandId,
  ]);
  assert.deepEqual(posts.slice(1), [
    { body: "scheduled for Saturday", status: "DRAFT", posting_type: "DRAFT" },
    { body: "scheduled for Tuesday", status: "PUBLISHED", posting_type: "SCHEDULE" },
    { body: "queued", status: "PENDING", posting_type: "QUEUE" },
  ]);
  const { rows: brands } = await target.app.db.query("select queue_status from brands where id = $1", [brandId]);
  assert.deepEqual(brands, [{ queue_status: "PAUSED" }]);
  const { rows: entries } = await target.app.db.query("select body, status, reason from deliveries where brand_id = $1 order by id", [
    brandId,
  ]);
  assert.deepEqual(entries[0], { body: "retried", status: "FAILED", reason: "undecided" });
});

test("a queue that its feed or returning posts would have filled is paused too, and one without either goes on", async () => {
  await using stage = await openStage({}, SUNDAY, network());
  const [fed, evergreen, quiet] = [await aPlace(stage), await aPlace(stage), await aPlace(stage)];
  await anAutomation(stage, fed);
  await aPost(evergreen, { publishMode: "DRAFT" });
  await stage.app.db.query("update automations set next_run_at = $1", [FRIDAY]);
  await stage.app.db.query("update posts set rejoin_at = $1", [FRIDAY]);
  const held = await transaction(stage.app.db, (tx) => holdBackDue(tx, stage.now()));
  const { rows } = await stage.app.db.query("select id, queue_status status from brands order by id");
  assert.deepEqual(rows, [
    { id: fed.brandId, status: "PAUSED" },
    { id: evergreen.brandId, status: "PAUSED" },
    { id: quiet.brandId, status: "ACTIVE" },
  ]);
  assert.equal(held.brands, 2);
});

test("what a backup has to send that was made while nobody published leaves late, and once", async () => {
  await using source = await operatorService();
  const folder = cleanUp.use(await temporaryFolder());
  const archive = join(folder.path, "api.tar");
  const email = "ada@example.org";
  await source.admin("POST", "/users", { name: "Ada", email });
  const made = await source.admin("POST", "/brands", { owner: email, title: "Corner Bakery" });
  const { id } = (made.body as { data: { id: number } }).data;
  await source.app.db.query(
    `with made as (insert into collections (brand_id, title, created_at, updated_at) values ($1, 'Bread', now(), now()) returning id)
     insert into posts (brand_id, collection_id, body, post_type, posting_type, status, post_at, created_at, updated_at)
     select $1, id, 'late', 'TEXT', 'SCHEDULE', 'PENDING', timestamptz '2020-01-01 08:00Z', now(), now() from made`,
    [id],
  );
  assert.equal((await source.admin("POST", "/backup", { to: archive })).status, 200);
  await using target = await operatorService();
  assert.equal((await target.admin("POST", "/restore", { from: archive })).status, 200);
  const { rows } = await target.app.db.query("select status, posting_type from posts");
  assert.deepEqual(rows, [{ status: "PENDING", posting_type: "SCHEDULE" }]);
});

test("after a restore by other tools the same is asked for, and refused while somebody publishes", async () => {
  await using stage = await openStage({}, SUNDAY, network());
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-22 20:00:00", caption: "sent before the restore" });
  await stage.app.db.query("update posts set post_at = $1", [FRIDAY]);
  const worker = connect(stage.databaseUrl, { poolSize: 1, log: () => {}, name: LEDGER_NAME });
  await worker.query("select 1");
  assert.equal((await stage.admin("POST", "/restored", {})).status, 409);
  await worker.end();
  await eventually("the worker is gone", async () => (await stage.admin("POST", "/restored", {})).status === 200);
  const { rows } = await stage.app.db.query("select status, posting_type from posts");
  assert.deepEqual(rows, [{ status: "DRAFT", posting_type: "DRAFT" }]);
});
