import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { tell } from "../../ground/sentences/tell.ts";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let place: Place;

before(async () => {
  stage = await openStage({}, "2026-07-24T06:00:00Z");
  place = await aPlace(stage, { channels: ["Mastodon", "Instagram"], queues: ["FRI 09:00", "FRI 18:00"] });
});
after(() => stage[Symbol.asyncDispose]());

async function said(body: object, collectionId = place.collectionId): Promise<string> {
  const { message } = await must(place.api("POST", `/collections/${collectionId}/posts`, { caption: "Fresh bread", ...body }));
  // Names of channels differ from run to run.
  return message.replace(/ [0-9a-f]{8}”/g, "”");
}

const SKIPPED = /Instagram “Instagram” will be skipped: .+\.$/;

test("the message of a new post says when it leaves by the brand's clock, and which channel will skip it and why", async () => {
  const queued = await said({ publishMode: "QUEUE" });
  assert.ok(queued.startsWith("Post added to the queue. It goes out on 2026-07-24 09:00 (Europe/Berlin). "), queued);
  assert.match(queued, SKIPPED);
  const scheduled = await said({ publishMode: "SCHEDULE", scheduledAt: "2026-07-25 12:30:00" });
  assert.ok(scheduled.startsWith("Post scheduled. It goes out on 2026-07-25 12:30 (Europe/Berlin). "), scheduled);
  assert.match(scheduled, SKIPPED);
  const now = await said({ publishMode: "IMMEDIATE" });
  assert.ok(now.startsWith("Post is being published. Instagram “"), now);
  const draft = await said({ publishMode: "DRAFT" });
  assert.equal(draft, "Post saved as a draft. Nothing is published until it is queued or scheduled.");
});

test("the message says that nothing will be published where no channel is active, where the queue is paused and where it has no slots", async () => {
  const collection = (fields: object) => must(place.api("POST", "/collections", { title: "Empty", queues: ["FRI 09:00"], ...fields }));
  const { id: empty } = await collection({ channels: [] });
  assert.equal(
    await said({ publishMode: "IMMEDIATE" }, empty),
    "Nothing will be published: connect a channel and add it to the collection. The collection has no channel. Post created.",
  );
  const { id: still } = await collection({ channels: place.channelIds.slice(0, 1), queues: [] });
  assert.equal(
    await said({ publishMode: "QUEUE" }, still),
    "Post added to the queue. The collection has no slots, so its queue never moves.",
  );
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { queueStatus: "PAUSED" }));
  assert.match(
    await said({ publishMode: "QUEUE" }),
    /The queue is paused, so it waits; its turn would be 2026-07-2\d \d\d:\d\d \(Europe\/Berlin\)\./,
  );
  for (const channelId of place.channelIds) await must(stage.admin("PATCH", `/channels/${channelId}`, { status: "INACTIVE" }));
  assert.match(
    await said({ publishMode: "SCHEDULE", scheduledAt: "2026-07-25 12:30:00" }),
    /^Nothing will be published: .* Every channel is inactive\. /,
  );
});

test("the message is told in German", async () => {
  const message =
    "Post scheduled. It goes out on 2026-07-25 12:30 (Europe/Berlin). Instagram “Bakery” will be skipped: Channel is inactive.";
  assert.equal(
    tell("de", message),
    "Beitrag geplant. Der Beitrag geht am 2026-07-25 12:30 hinaus (Europe/Berlin). Instagram „Bakery“ wird ausgelassen: Der Kanal ist nicht aktiv.",
  );
});
