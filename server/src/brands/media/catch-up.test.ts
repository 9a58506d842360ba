import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace } from "../../testing/builders.ts";
import { uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVideoFile } from "../../testing/videos.ts";
import { catchUp } from "./catch-up.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

async function facts(id: string) {
  const { rows } = await stage.app.db.query("select width, duration_seconds, facts from media where id = $1", [id]);
  return rows[0];
}

const forget = (id: string) =>
  stage.app.db.query("update media set width = null, duration_seconds = null, facts = null where id = $1", [id]);

test("media stored before files were examined are examined in the background, and an unreadable one does not hold up the others", async () => {
  const place = await aPlace(stage);
  const ids: string[] = [];
  for (let number = 0; number < 3; number += 1) {
    ids.push(await uploaded(stage, place, { bytes: await aVideoFile({ seconds: number + 1 }), name: "oven.mp4" }));
  }
  const [lost, ...others] = ids as [string, ...string[]];
  for (const id of ids) await forget(id);
  const { rows } = await stage.app.db.query("select storage_key from media where id = $1", [lost]);
  await stage.app.storage.delete(rows[0].storage_key);
  await catchUp(stage.app, new AbortController().signal);
  assert.equal((await facts(lost)).facts, null);
  for (const [index, id] of others.entries()) {
    const found = await facts(id);
    assert.deepEqual([found.width, found.duration_seconds, found.facts.videoCodec], [640, index + 2, "avc"]);
  }
});

test("a stop takes effect between two files", async () => {
  const place = await aPlace(stage);
  const id = await uploaded(stage, place, { bytes: await aVideoFile(), name: "oven.mp4" });
  await forget(id);
  await catchUp(stage.app, AbortSignal.abort());
  assert.equal((await facts(id)).facts, null);
});
