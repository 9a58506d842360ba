import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "../../../ground/database/testing.ts";
import { sandboxObjects } from "../../sandbox/objects.ts";
import { delivery, drive } from "./testing/deliver.ts";
import { aPost, openStage } from "./testing/stage.ts";

test("on the service's database, posts of every kind and lost answers end as they do in memory", async () => {
  await using database = await testDatabase();
  await using stage = await openStage({ objects: (network, now) => sandboxObjects({ db: database.db, network, now }) });
  const { files } = stage;
  const media = [await files.image(), files.video()];
  for (const post of [
    aPost({ media: [await files.image()] }),
    aPost({ type: "SLIDES", media }),
    aPost({ type: "STORY", asStory: true, media }),
    aPost({ type: "REEL", media: [files.video()] }),
  ]) {
    stage.fault({ method: "POST", path: /\/media_publish$/, act: "cut" });
    const outcome = await drive(stage, delivery(stage, post));
    assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  }
  assert.deepEqual(
    (await stage.seen()).map(({ media }) => media.length),
    [1, 2, 1, 1, 1],
  );
});
