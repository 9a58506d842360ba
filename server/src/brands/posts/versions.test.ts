import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, must, type Place, readPost } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

/** Time stands still here: whatever happens, happens at the same moment. */
let stage: Stage;
let place: Place;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 09:00"], channels: ["TikTok"] });
});
after(() => stage[Symbol.asyncDispose]());

const operate = (method: string, path: string, body?: unknown) => stage.admin(method, `/..${path}`, body);
const versionOf = async (id: number): Promise<string> => (await must(operate("GET", `/posts/${id}`))).version;

test("every change gives a post another version, also those of one moment", async () => {
  const id = await aPost(place, { publishMode: "DRAFT" });
  const versions = [await versionOf(id)];
  const change = async (done: Promise<unknown>) => {
    await done;
    versions.push(await versionOf(id));
  };
  const latest = () => versions.at(-1);
  for (let round = 0; round < 20; round += 1) {
    await change(must(operate("PATCH", `/posts/${id}`, { version: latest(), caption: `Round ${round}` })));
  }
  await change(must(place.api("PATCH", `/posts/${id}`, { publishMode: "QUEUE" })));
  await change(must(place.api("PATCH", `/posts/${id}`, { queuePosition: "FRONT" })));
  await change(must(place.api("PATCH", `/posts/${id}`, { publishMode: "SCHEDULE", scheduledAt: "2026-12-01 09:00:00" })));
  const move = { postId: id, updatedAt: latest(), to: "DRAFT" };
  await change(must(operate("POST", `/brands/${place.brandId}/posts/moves`, { moves: [move] })));
  const preferences = { channelId: place.channelIds[0], preferences: { disableComment: true } };
  const offered = await must(stage.admin("GET", `/posts/${id}/preferences`));
  const name = offered.find((one: { kind: string; perPost: boolean }) => one.kind === "switch" && one.perPost).name;
  await change(must(stage.admin("PATCH", `/posts/${id}/preferences`, { ...preferences, preferences: { [name]: true } })));
  await change(must(operate("POST", `/posts/${id}/departure`, { version: latest() })));
  await change(stage.settle());
  assert.equal(new Set(versions).size, versions.length);
  assert.deepEqual([...versions].sort(), versions);
  assert.equal((await readPost(place, id)).updatedAt, latest());
});

test("of many edits of the same version at once one is stored, and every other one says so", async () => {
  const id = await aPost(place, { publishMode: "DRAFT" });
  for (let round = 0; round < 3; round += 1) {
    const version = await versionOf(id);
    const edits = Array.from({ length: 12 }, (_, index) =>
      operate("PATCH", `/posts/${id}`, { version, caption: `Edit ${round} ${index}` }),
    );
    const replies = await Promise.all(edits);
    const stored = replies.filter(({ status }) => status === 200);
    assert.equal(stored.length, 1);
    assert.equal(replies.filter(({ status, body }) => status === 409 && "version" in body.errors).length, 11);
    assert.equal((await readPost(place, id)).body, stored[0]?.body.data.caption);
  }
});

test("of many moves of what was seen at once one is made", async () => {
  const id = await aPost(place, { publishMode: "QUEUE" });
  const { updatedAt } = await readPost(place, id);
  const moves = Array.from({ length: 10 }, (_, day) =>
    operate("POST", `/brands/${place.brandId}/posts/moves`, {
      moves: [{ postId: id, updatedAt, to: "DATE", local: `2026-12-${day + 10} 09:00:00` }],
    }),
  );
  const statuses = (await Promise.all(moves)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 409)]);
});

test("a move can be undone at the same moment, and not after somebody else's change", async () => {
  const id = await aPost(place, { publishMode: "QUEUE" });
  const { updatedAt } = await readPost(place, id);
  const path = `/brands/${place.brandId}/posts/moves`;
  const { undo } = await must(operate("POST", path, { moves: [{ postId: id, updatedAt, to: "DRAFT" }] }));
  const back = await must(operate("POST", path, { moves: undo }));
  assert.equal((await readPost(place, id)).postingType, "QUEUE");
  await must(operate("PATCH", `/posts/${id}`, { version: await versionOf(id), caption: "Changed meanwhile" }));
  assert.equal((await operate("POST", path, { moves: back.undo })).status, 409);
});
