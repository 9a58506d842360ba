import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "../../../ground/database/testing.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { anImage, aPost, aVideo } from "../../connectors/testing/posts.ts";
import { sandboxObjects } from "../../sandbox/objects.ts";
import { mastodon } from "./index.ts";
import { plainText } from "./plain-text.ts";
import { openStage } from "./testing/stage.ts";

test("on the service's database, files, chains and lost responses end as they do in memory", async () => {
  await using database = await testDatabase();
  await using stage = await openStage({ objects: (network, now) => sandboxObjects({ db: database.db, network, now }) });
  const media = [aVideo(), ...(await Promise.all(Array.from({ length: 5 }, () => anImage())))];
  const post = aPost({ type: "MULTIMEDIA", text: "Oven & bread 👩‍🍳", alt: "Bread", media });
  const checkpoint = memoryCheckpoint();
  stage.fault({ method: "POST", path: /\/api\/v1\/statuses$/, act: "cut" });
  assert.equal((await mastodon.publish(post, stage.account, stage.call(checkpoint))).kind, "unknown");
  const outcome = await mastodon.publish(post, stage.account, stage.call(checkpoint));
  const statuses = await stage.statuses();
  const [first, second, third] = statuses;
  assert.deepEqual(outcome, { kind: "published", remoteId: first?.id, url: first?.url, note: "Continued in 2 replies below the post." });
  assert.deepEqual(
    statuses.map((status) => [plainText(status.content), status.media_attachments.map(({ type }) => type), status.in_reply_to_id]),
    [
      ["Oven & bread 👩‍🍳", ["video"], null],
      ["", ["image", "image", "image", "image"], first?.id],
      ["", ["image"], second?.id],
    ],
  );
  assert.ok(third);
  // Another process finds everything: every response is backed by the database.
  const again = sandboxObjects({ db: database.db, network: "mastodon", now: stage.world.now });
  assert.equal((await again.list("status")).length, 3);
  const [video] = (await again.list("media", { where: { type: "video" } })).slice(0, 1);
  assert.equal((await again.getBytes(video?.id ?? ""))?.length, media[0]?.sizeBytes);
});
