import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, entries } from "../../testing/builders.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { type TestStore, testStore } from "../../testing/s3.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let store: TestStore;
let stage: Stage;
const opened = new AsyncDisposableStack();
before(async () => {
  store = opened.use(await testStore());
  stage = opened.use(await openStage(store.environment));
});
after(() => opened.disposeAsync());

test("while the media store is unreachable, nothing is sent and nothing is given up", async () => {
  const place = await aPlace(stage, { channels: ["Telegram", "Mastodon"] });
  const media = await uploaded(stage, place, { bytes: await aPicture(), name: "bread.png" });
  store.before = (request) => (request.startsWith("GET media/") ? 503 : undefined);
  await aPost(place, { publishMode: "IMMEDIATE", media: [{ id: media }] });
  await stage.settle();
  const waiting = await entries(place, "RETRYING");
  assert.deepEqual(
    waiting.map((entry: { message: string }) => entry.message),
    ["The post's files could not be read.", "The post's files could not be read."],
  );
  store.before = null;
  stage.pass(120);
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED")).length, 2);
});

test("while the sandbox networks are off, nothing is sent to their channels, the post says why, and it leaves when they are on", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  const app = stage.app as { sandboxUrl: string | null };
  const { sandboxUrl } = app;
  app.sandboxUrl = null;
  await aPost(place, { publishMode: "IMMEDIATE" });
  await stage.settle();
  const [waiting] = await entries(place, "RETRYING");
  assert.equal(waiting.message, "The sandbox networks are off. Set ROSTRUM_SANDBOX=1, or connect a real account in place of this channel.");
  app.sandboxUrl = sandboxUrl;
  stage.pass(120);
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
});
