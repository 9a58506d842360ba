import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addSeconds, printLocal, toInstant } from "@rostrum/contract/formats.ts";
import { aPlace, aPost, entries, must, type Place, readPost } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
});
after(() => stage[Symbol.asyncDispose]());

const operate = (method: string, path: string, body?: unknown) => stage.admin(method, `/..${path}`, body);
const whole = (id: number) => must(operate("GET", `/posts/${id}`));

async function edit(id: number, body: object) {
  const { version } = await whole(id);
  return operate("PATCH", `/posts/${id}`, { version, caption: "Rye", ...body });
}

async function aDraft(place: Place, body: object = {}): Promise<number> {
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Rye" });
  await must(edit(id, body));
  return id;
}

const utc = (text: string) => toInstant(`${text.replace(" ", "T")}Z`);
/** In an hour, in Berlin. */
const soon = () => printLocal(addSeconds(stage.now(), 3600), "Europe/Berlin");
const NETWORKS = ["Mastodon", "Bluesky", "Telegram"] as const;
const names = (rows: readonly { channel: { type: string } | null }[]) => rows.map(({ channel }) => channel?.type ?? null).sort();

test("a post leaves channels out: they get no entry and the others have theirs, as forecast, calendar, queue and explanation say", async () => {
  const place = await aPlace(stage, { channels: NETWORKS, queues: ["Mon 09:00"] });
  const [, bluesky] = place.channelIds as [number, number, number];
  const id = await aDraft(place, { leftOut: [bluesky], publishMode: "QUEUE" });
  assert.deepEqual((await whole(id)).leftOut, [bluesky]);
  const forecast = await must(stage.admin("GET", `/brands/${place.brandId}/forecast`));
  assert.deepEqual(forecast.map(({ channelType }: { channelType: string }) => channelType).sort(), ["Mastodon", "Telegram"]);
  const { entries: queue } = await must(operate("GET", `/collections/${place.collectionId}/queue`));
  assert.deepEqual(queue[0].obstacles, []);
  const { local } = forecast[0];
  const { entries: coming } = await must(operate("GET", `/brands/${place.brandId}/next`));
  assert.deepEqual(coming[0].channels.map(({ type }: { type: string }) => type).sort(), ["Mastodon", "Telegram"]);
  const explained = await must(stage.admin("GET", `/posts/${id}/explanation`));
  assert.deepEqual(explained.channels.map(({ channelType }: { channelType: string }) => channelType).sort(), ["Mastodon", "Telegram"]);
  assert.equal(explained.local, local);
  await stage.liveUntil(utc((await whole(id)).postDate));
  stage.pass(60);
  await stage.settle();
  assert.deepEqual(names(await entries(place, "PUBLISHED")), ["Mastodon", "Telegram"]);
  assert.equal((await readPost(place, id)).status, "PUBLISHED");
});

test("the public API shows nothing of it, and its changes keep it", async () => {
  const place = await aPlace(stage, { channels: NETWORKS });
  const id = await aDraft(place, { leftOut: [place.channelIds[0]] });
  const { version } = await whole(id);
  await must(operate("PATCH", `/posts/${id}`, { version, caption: "Oats" }));
  assert.deepEqual((await whole(id)).leftOut, [place.channelIds[0]]);
  assert.equal(JSON.stringify(await readPost(place, id)).includes("leftOut"), false);
});

test("a post that leaves all channels out is refused wherever it would go out, and stays a draft", async () => {
  const place = await aPlace(stage, { channels: NETWORKS, queues: ["Mon 09:00"] });
  const id = await aDraft(place, { leftOut: place.channelIds });
  const sentence = "Choose at least one channel: this post leaves all of its collection out.";
  for (const when of [
    { publishMode: "QUEUE" },
    { publishMode: "IMMEDIATE" },
    { publishMode: "SCHEDULE", scheduledAt: "2030-01-01 10:00:00" },
  ]) {
    const { status, body } = await edit(id, when);
    assert.deepEqual([status, body.errors], [422, { leftOut: sentence }]);
  }
  assert.equal((await operate("POST", `/posts/${id}/departure`, {})).status, 422);
  assert.equal((await whole(id)).status, "DRAFT");
  const queued = await aDraft(place, { publishMode: "QUEUE" });
  assert.equal((await edit(queued, { leftOut: place.channelIds })).status, 422);
});

test("a post whose channels have all become inactive, or have left the collection, ends with a sentence and holds nobody up", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00", "Tue 09:00"] });
  const [mastodon, bluesky] = place.channelIds as [number, number];
  const lonely = await aDraft(place, { leftOut: [mastodon], publishMode: "QUEUE" });
  const other = await aDraft(place, { publishMode: "QUEUE" });
  await stage.app.db.query("update channels set status = 'INACTIVE' where id = $1", [bluesky]);
  const forecast = await must(stage.admin("GET", `/brands/${place.brandId}/forecast`));
  const of = (id: number) => forecast.filter(({ postId }: { postId: number }) => postId === id);
  assert.deepEqual(
    of(lonely).map(({ outcome, message }: Record<string, string>) => [outcome, message]),
    [["SKIPPED", "Every channel is inactive."]],
  );
  await stage.liveUntil(utc((await whole(other)).postDate));
  stage.pass(60);
  await stage.settle();
  const published = await entries(place, "PUBLISHED");
  assert.deepEqual(names(published), ["Mastodon"]);
  const skipped = await entries(place, "SKIPPED");
  assert.deepEqual(names(skipped), ["Bluesky", null]);
  const moved = await aDraft(place, { leftOut: [mastodon], publishMode: "SCHEDULE", scheduledAt: soon() });
  await stage.app.db.query("delete from collection_channels where channel_id = $1", [bluesky]);
  const [line] = (await must(stage.admin("GET", `/posts/${moved}/explanation`))).channels;
  stage.pass(7200);
  await stage.settle();
  const last = (await entries(place, "SKIPPED")).find(({ postId }: { postId: number }) => postId === moved);
  assert.deepEqual([line.message, last.message], ["Every channel is left out of this post.", "Every channel is left out of this post."]);
});

test("a copy goes to the same channels; what is moved to another collection goes to all of that one's", async () => {
  const place = await aPlace(stage, { channels: NETWORKS });
  const id = await aDraft(place, { leftOut: [place.channelIds[1]] });
  const copy = await must(operate("POST", `/posts/${id}/copies`));
  assert.deepEqual((await whole(copy.id)).leftOut, [place.channelIds[1]]);
  const { id: elsewhere } = await must(place.api("POST", "/collections", { title: "Other", channels: [] }));
  await must(edit(id, { collectionId: elsewhere }));
  assert.deepEqual((await whole(id)).leftOut, []);
});
