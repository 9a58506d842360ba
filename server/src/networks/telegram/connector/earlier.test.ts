import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { Connector } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import { aPost } from "../../connectors/testing/posts.ts";
import { telegram } from "./index.ts";
import { openStage, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await stage.unlinkGroup();
});
afterEach(() => stage[Symbol.asyncDispose]());

const { publish, find, firstPart } = telegram as Pick<Required<Connector>, "publish" | "find" | "firstPart">;

const texts = async () => (await stage.messages()).map(({ text }) => text);
const MESSAGE = { ids: [1], lacksCaption: false, username: "corner_bakery" };

/** A thread whose first message is out, in a checkpoint and a record of sends as the version before wrote them. */
async function inFlight({ isCreated, ids }: { readonly isCreated: boolean; readonly ids: readonly number[] | null }) {
  const outside = memoryCheckpoint();
  const began = { at: stage.now(), chatId: stage.chatId, above: 0 };
  assert.equal((await publish(aPost({ text: "One" }), stage.account(), stage.call(outside))).kind, "published");
  await stage.account().saveCredentials({ ...Object(stage.account().credentials), sends: [{ key: "thread 0", ...began, ids }] });
  const checkpoint = memoryCheckpoint();
  await checkpoint.set("sent 0", { ...began, isHead: true });
  if (isCreated) await checkpoint.set("message 0", MESSAGE);
  const post = aPost({ key: "thread", type: "THREAD", segments: ["One", "Two"] });
  return {
    checkpoint,
    publish: () => publish(post, stage.account(), stage.call(checkpoint)),
    find: () => find(post, stage.account(), stage.call(checkpoint)),
    firstPart: () => firstPart(post, stage.account(), stage.call(checkpoint)),
    sends: () => Object(stage.account().credentials).sends.map(({ key, ids: known }: { key: string; ids: number[] }) => [key, known]),
  };
}

test("a message without an answer that the version before sent is found, and the thread goes on after it", async () => {
  const thread = await inFlight({ isCreated: false, ids: null });
  assert.equal((await thread.publish()).kind, "unknown");
  assert.deepEqual(await thread.find(), { kind: "absent" });
  assert.equal((await thread.publish()).kind, "published");
  assert.deepEqual(await texts(), ["One", "Two"]);
});

for (const ids of [null, [1]]) {
  test(`a message that the version before made is not made again, its record of sends ${ids === null ? "incomplete" : "complete"}`, async () => {
    const thread = await inFlight({ isCreated: true, ids });
    assert.equal(thread.firstPart()?.remoteId, "1");
    const outcome = await thread.publish();
    assert.deepEqual([outcome.kind, "remoteId" in outcome && outcome.remoteId], ["published", "1"]);
    assert.deepEqual(await texts(), ["One", "Two"]);
    assert.deepEqual(await thread.sends(), [
      ["thread 0", [1]],
      ["thread 1", [2]],
    ]);
  });
}

test("the version before knows what is open and what is made, while both are running", async () => {
  const checkpoint = memoryCheckpoint();
  const post = aPost({ text: "Both" });
  const attempt = () => publish(post, stage.account(), stage.call(checkpoint));
  stage.fault({ method: "sendMessage", act: "drop" });
  assert.equal((await attempt()).kind, "unknown");
  assert.partialDeepStrictEqual(checkpoint.get("sent 0"), { chatId: stage.chatId, above: 0, isHead: true });
  stage.pass(120);
  assert.deepEqual(await find(post, stage.account(), stage.call(checkpoint)), { kind: "absent" });
  assert.equal(checkpoint.get("sent 0"), null);
  assert.equal((await attempt()).kind, "published");
  assert.deepEqual(checkpoint.get("message 0"), MESSAGE);
});
