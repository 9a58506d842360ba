import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, aPost, entries, must, type Place, readPost } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { waitsForLock } from "../../testing/waits-for-lock.ts";

const PASSWORD = "correct horse";
let stage: Stage;
let place: Place;
let editor: Dashboard;

before(async () => {
  stage = await openStage();
  place = await aPlace(stage, { channels: ["Mastodon", "TikTok"], queues: ["Mon 09:00", "Thu 17:30"] });
  editor = await anEditor();
});
after(() => stage[Symbol.asyncDispose]());

async function anEditor(): Promise<Dashboard> {
  const email = "grace@example.org";
  await must(stage.admin("POST", "/users", { name: "Grace", email, password: PASSWORD }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "editor" }));
  return aDashboard(stage, email);
}

const whole = (id: number) => must(editor.call("GET", `/posts/${id}`));
const edit = (id: number, body: object) => editor.call("PATCH", `/posts/${id}`, body);

test("a post is shown with everything that was given, its date on both clocks, and what can be done with it", async () => {
  const picture = await uploaded(stage, place, { bytes: await aPicture(), name: "rye.png" });
  const given = {
    caption: "Rye",
    title: "Bread",
    alt: "A loaf",
    link: "https://shop.example/rye",
    comment: { comment: "Order by noon", delay: 60 },
    platforms: { tiktok: { autoAddMusic: true } },
    autoThreadText: true,
  };
  const id = await aPost(place, { ...given, publishMode: "SCHEDULE", scheduledAt: "2026-12-01 09:00:00", media: [{ id: picture }] });
  const { media, version, createdAt, ...rest } = await whole(id);
  assert.equal(version, createdAt);
  const [{ path, facts, thumbnailUrl, ...medium }] = media;
  assert.match(thumbnailUrl, /^\/media\/[\w.-]+\/rye\.webp$/);
  assert.equal(facts.animated, false);
  assert.deepEqual(medium, {
    id: picture,
    name: "rye.png",
    mime: "image/png",
    sizeBytes: medium.sizeBytes,
    width: 640,
    height: 480,
    durationSeconds: null,
    description: null,
    alt: null,
  });
  const shown = await fetch(stage.url + path);
  assert.equal(shown.headers.get("content-type"), "image/png");
  assert.deepEqual(rest, {
    ...given,
    id,
    brandId: place.brandId,
    collectionId: place.collectionId,
    poll: null,
    captions: [],
    pictures: { own: [], covers: [], places: [], media: [] },
    leftOut: [],
    postAsStory: false,
    preferences: [],
    postType: "IMAGE",
    postingType: "SCHEDULE",
    status: "PENDING",
    timezone: "Europe/Berlin",
    postDate: "2026-12-01 08:00:00",
    localDate: "2026-12-01 09:00:00",
    queuePosition: null,
    queueLength: null,
    hindrances: { edit: null, publish: null },
  });
});

test("an edit replaces the content; a date and a place in the queue stay unless they are changed", async () => {
  const other = await aPlace(stage, { queues: ["Mon 09:00"] });
  const queued = await aPost(place, { publishMode: "QUEUE", caption: "First", title: "Old", poll: undefined });
  await aPost(place, { publishMode: "QUEUE", caption: "Second" });
  const before = await whole(queued);
  assert.deepEqual([before.queuePosition, before.localDate], [1, "2026-11-23 09:00:00"]);
  const after = await must(edit(queued, { version: before.version, caption: "First, better" }));
  assert.deepEqual([after.caption, after.title, after.queuePosition, after.localDate], ["First, better", null, 1, "2026-11-23 09:00:00"]);
  assert.notEqual(after.version, before.version);
  const back = await must(edit(queued, { version: after.version, caption: "First, better", queuePosition: "BACK" }));
  assert.deepEqual([back.queuePosition, back.localDate], [2, "2026-11-26 17:30:00"]);
  const timed = await must(
    edit(queued, { version: back.version, caption: "First", publishMode: "SCHEDULE", scheduledAt: "2026-12-02 10:00:00" }),
  );
  assert.deepEqual([timed.postingType, timed.localDate, timed.queuePosition], ["SCHEDULE", "2026-12-02 10:00:00", null]);
  const refused = await edit(queued, { version: timed.version, caption: "x", collectionId: other.collectionId });
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [404, ["collectionId"]]);
});

test("a post moves to another collection of the brand, to the same kind of place there", async () => {
  const { id: other } = await must(place.api("POST", "/collections", { title: "Cake", channels: place.channelIds, queues: ["Fri 08:00"] }));
  const first = await aPost(place, { publishMode: "QUEUE", caption: "Moves" });
  const second = await aPost(place, { publishMode: "QUEUE", caption: "Follows" });
  const [seen, next] = [await whole(first), await whole(second)];
  const moved = await must(edit(first, { version: seen.version, caption: "Moves", collectionId: other }));
  assert.deepEqual([moved.collectionId, moved.queuePosition, moved.localDate], [other, 1, "2026-11-27 08:00:00"]);
  assert.equal((await whole(second)).queuePosition, next.queuePosition - 1);
  assert.equal((await whole(second)).localDate, seen.localDate);
});

test("two people never undo each other: an edit of an older version is refused, and says what differs", async () => {
  const id = await aPost(place, { publishMode: "DRAFT", caption: "One" });
  const { version } = await whole(id);
  await must(edit(id, { version, caption: "Two" }));
  const { status, body } = await edit(id, { version, caption: "Three", link: "https://shop.example" });
  assert.equal(status, 409);
  assert.deepEqual(body.errors, { version: "Somebody else has changed this post in the meantime. Different from yours: text, link." });
  assert.equal((await whole(id)).caption, "Two");
});

test("a scheduled time that is too near is refused next to its field, but a date that stays is not", async () => {
  const id = await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-21 10:15:00", caption: "Soon" });
  const { version } = await whole(id);
  const near = await edit(id, { version, caption: "Soon", publishMode: "SCHEDULE", scheduledAt: "2026-11-21 10:05:00" });
  assert.deepEqual([near.status, Object.keys(near.body.errors)], [422, ["scheduledAt"]]);
  await must(edit(id, { version, caption: "Sooner", publishMode: "SCHEDULE", scheduledAt: "2026-11-21 10:15:00" }));
  const missing = await edit(id, { version });
  assert.deepEqual([missing.status, Object.keys(missing.body.errors)], [422, ["caption"]]);
});

test("preferences of its own are stored with the edit, and taken back by leaving them out", async () => {
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Oven" });
  const channel = place.channelIds[1];
  const first = await whole(id);
  const { channels } = await must(editor.call("GET", `/collections/${place.collectionId}/writing`));
  const name = channels[1].preferences.find((one: { perPost: boolean; kind: string }) => one.perPost && one.kind === "switch").name;
  const given = [{ channelId: channel, values: { [name]: true } }];
  const edited = await must(edit(id, { version: first.version, caption: "Oven", preferences: given }));
  assert.deepEqual(edited.preferences, given);
  const same = await must(edit(id, { version: edited.version, caption: "Ovens" }));
  assert.deepEqual(same.preferences, given);
  assert.deepEqual((await must(edit(id, { version: same.version, caption: "Ovens", preferences: [] }))).preferences, []);
});

test("publishing now takes a post out of the queue and lets it leave; then it cannot be changed any more", async () => {
  const alone = await aPlace(stage, { queues: ["Mon 09:00"] });
  const id = await aPost(alone, { publishMode: "QUEUE", caption: "At once" });
  const { body } = await operate("POST", `/posts/${id}/departure`, {});
  assert.deepEqual([body.data.postingType, body.data.queuePosition], ["NOW", null]);
  await stage.settle();
  assert.deepEqual(
    (await entries(alone, "PUBLISHED")).map((entry: { body: string }) => entry.body),
    ["At once"],
  );
  const { hindrances, version } = (await operate("GET", `/posts/${id}`)).body.data;
  assert.equal(hindrances.edit, "The post is already published and cannot be changed.");
  const late = await operate("PATCH", `/posts/${id}`, { version, caption: "Too late" });
  assert.deepEqual([late.status, Object.keys(late.body.errors)], [409, ["post_id"]]);
  const again = await operate("POST", `/posts/${id}/departure`, {});
  assert.deepEqual([again.status, Object.keys(again.body.errors)], [409, ["post_id"]]);
});

test("a draft leaves at once by an edit that says so, as a whole", async () => {
  const alone = await aPlace(stage);
  const id = await aPost(alone, { publishMode: "DRAFT", caption: "Draft" });
  const { version } = (await operate("GET", `/posts/${id}`)).body.data;
  await must(operate("PATCH", `/posts/${id}`, { version, caption: "Out it goes", publishMode: "IMMEDIATE" }));
  await stage.settle();
  assert.equal((await entries(alone, "PUBLISHED"))[0].body, "Out it goes");
});

test("a copy is a draft of the whole content; deleting needs no permission for sensitive actions", async () => {
  const id = await aPost(place, { publishMode: "QUEUE", caption: "Copy me", title: "Title", comment: { comment: "Yes", delay: 5 } });
  const copy = await must(editor.call("POST", `/posts/${id}/copies`));
  const { caption, title, comment, postingType } = await whole(copy.id);
  assert.deepEqual(
    { caption, title, comment, postingType },
    {
      caption: "Copy me",
      title: "Title",
      comment: { comment: "Yes", delay: 5 },
      postingType: "DRAFT",
    },
  );
  assert.deepEqual(await must(editor.call("DELETE", `/posts/${copy.id}`)), { id: copy.id, message: "Post deleted." });
  assert.equal(await readPost(place, copy.id), undefined);
  assert.equal((await editor.call("GET", `/posts/${copy.id}`)).status, 404);
});

test("files are described in the order asked for; those of other brands are left out", async () => {
  const mine = await uploaded(stage, place, { bytes: await aPicture("#123456"), name: "b.png" });
  const other = await aPlace(stage);
  const foreign = await uploaded(stage, other, { bytes: await aPicture(), name: "c.png" });
  const described = await must(editor.call("POST", `/brands/${place.brandId}/media/descriptions`, { ids: [foreign, mine] }));
  assert.deepEqual(
    described.map(({ name }: { name: string }) => name),
    ["b.png"],
  );
});

test("a file that is deleted after an edit has looked it up is refused: no post names a file that is gone", async () => {
  const picture = await uploaded(stage, place, { bytes: await aPicture(), name: "late.png" });
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Without a picture" });
  const { version } = await whole(id);
  const connection = await stage.app.db.connect();
  try {
    await connection.query("begin");
    await connection.query("select from collections where id = $1 for update", [place.collectionId]);
    const edited = edit(id, { version, caption: "With a picture", media: [{ id: picture }] });
    await waitsForLock(stage.app.db, "the edit waits for the queue, with the file looked up");
    const { deleted } = await must(editor.call("POST", `/brands/${place.brandId}/media/deletion`, { ids: [picture] }));
    assert.deepEqual(deleted, [picture]);
    await connection.query("commit");
    const { status, body } = await edited;
    assert.deepEqual([status, body.errors], [404, { media: `These media are not in the brand: ${picture}.` }]);
    assert.equal((await whole(id)).caption, "Without a picture");
  } finally {
    connection.release(true);
  }
});

test("a file that an edit has taken stays when it is deleted at the same moment, or the edit is refused", async () => {
  for (let round = 0; round < 5; round += 1) {
    const picture = await uploaded(stage, place, { bytes: await aPicture(), name: `${round}.png` });
    const id = await aPost(place, { publishMode: "DRAFT", caption: "Changing" });
    const { version } = await whole(id);
    const removal = must(editor.call("POST", `/brands/${place.brandId}/media/deletion`, { ids: [picture] }));
    const [{ deleted }, { status }] = await Promise.all([removal, edit(id, { version, caption: "Changed", media: [{ id: picture }] })]);
    assert.equal(status, deleted.length === 0 ? 200 : 404);
  }
});

/** With the operator's token, which may do everything. */
function operate(method: string, path: string, body?: unknown) {
  return stage.admin(method, `/..${path}`, body);
}
