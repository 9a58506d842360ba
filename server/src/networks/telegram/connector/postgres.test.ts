import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "../../../ground/database/testing.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { anImage, aPost } from "../../connectors/testing/posts.ts";
import { sandboxObjects } from "../../sandbox/objects.ts";
import { telegram } from "./index.ts";
import { openStage } from "./testing/stage.ts";

test("on the service's database, albums, lost responses and comments end as they do in memory", async () => {
  await using database = await testDatabase();
  await using stage = await openStage({ objects: (network, now) => sandboxObjects({ db: database.db, network, now }) });
  const media = await Promise.all(Array.from({ length: 12 }, () => anImage()));
  const post = aPost({ type: "SLIDES", text: "Oven & bread 👩‍🍳", media });
  const checkpoint = memoryCheckpoint();
  stage.fault({ method: "sendMediaGroup", act: "cut" });
  assert.equal((await telegram.publish(post, stage.account(), stage.call(checkpoint))).kind, "unknown");
  assert.deepEqual(await telegram.find?.(post, stage.account(), stage.call(checkpoint)), { kind: "absent" });
  const outcome = await telegram.publish(post, stage.account(), stage.call(checkpoint));
  assert.deepEqual(outcome, {
    kind: "published",
    remoteId: "1",
    url: `${stage.world.baseUrl}/corner_bakery/1`,
    note: "Continued in 1 more message below the post.",
  });
  const messages = await stage.messages();
  assert.deepEqual(
    messages.map(({ message_id }) => message_id),
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  const order = { key: "comment", dueAt: post.dueAt, text: "Order by noon", remoteId: "1" };
  assert.equal((await telegram.comment?.(order, stage.account(), stage.call()))?.kind, "published");
  // Another process finds everything: every response is backed by the database.
  const again = sandboxObjects({ db: database.db, network: "telegram", now: stage.world.now });
  assert.equal((await again.list("message")).length, 25);
  assert.ok((await again.getBytes(messages[11]?.file_ids[0] ?? ""))?.length);
});
