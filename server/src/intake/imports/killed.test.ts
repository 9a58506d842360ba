import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { type CrashPoint, IMPORT_CRASH_POINTS } from "../../ground/crash-points.ts";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { eventually } from "../../testing/eventually.ts";
import { aWorker, kill } from "../../testing/killed.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { imported, operator, sendFile, shown } from "./testing/place.ts";

/** More than three transactions of undoing. */
const COUNT = 170;
const TEXT = `Text,Image URL,Tags,Posting Time\n${Array.from({ length: COUNT }, (_, index) => `Post ${index},,,\n`).join("")}`;

let stage: Stage;
const opened = new AsyncDisposableStack();
before(async () => {
  stage = opened.use(await openStage());
});
after(() => opened.disposeAsync());

async function bodiesOf({ brandId }: Place): Promise<string[]> {
  const { rows } = await stage.app.db.query("select body from posts where brand_id = $1 order by queue_rank, id", [brandId]);
  return rows.map(({ body }) => body);
}

for (const point of IMPORT_CRASH_POINTS.filter((each) => each.startsWith("import."))) {
  test(`a worker killed at ${point} loses and doubles no row, and the queue has the order of the file`, async () => {
    const place = await aPlace(stage);
    const { id } = await must(sendFile(stage, `/brands/${place.brandId}/imports?mode=QUEUED`, { text: TEXT }));
    await killedAt(point);
    const { state, imported: made } = await shown(stage, id);
    assert.ok(state === "RUNNING" && made < COUNT, `${state} ${made}`);
    const next = await startWorker("none");
    await eventually("the import is done", async () => (await shown(stage, id)).state === "DONE");
    await kill(next);
    assert.deepEqual(
      await bodiesOf(place),
      Array.from({ length: COUNT }, (_, index) => `Post ${index}`),
    );
  });
}

for (const point of IMPORT_CRASH_POINTS.filter((each) => each.startsWith("undo."))) {
  test(`a worker killed at ${point} removes each post that is to go, and no other`, async () => {
    const place = await aPlace(stage);
    const { id } = await imported(stage, place, TEXT, "?mode=DRAFTS");
    const own = await must(place.api("POST", `/collections/${place.collectionId}/posts`, { publishMode: "DRAFT", caption: "Own" }));
    await must(operator(stage, "POST", `/imports/${id}/undo`));
    await killedAt(point);
    assert.equal((await shown(stage, id)).state, "UNDOING");
    const next = await startWorker("none");
    await eventually("the import is undone", async () => (await shown(stage, id)).state === "UNDONE");
    await kill(next);
    const { removed, kept } = await shown(stage, id);
    assert.deepEqual([removed, kept], [COUNT, 0]);
    const { rows } = await stage.app.db.query("select id from posts where brand_id = $1", [place.brandId]);
    assert.deepEqual(rows, [{ id: own.id }]);
  });
}

async function killedAt(point: CrashPoint): Promise<void> {
  const worker = await startWorker(point);
  if (worker.exitCode === null && worker.signalCode === null) await once(worker, "exit");
  assert.equal(worker.signalCode, "SIGKILL");
}

async function startWorker(point: CrashPoint | "none"): Promise<ChildProcess> {
  const { path } = opened.use(await temporaryFolder());
  return aWorker(new URL("testing/killed-worker.ts", import.meta.url), { stage, folder: path, words: [point] });
}
