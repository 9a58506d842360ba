import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { aPerson, aPlace, aPost, bodies, entries, must, type Place, readPost } from "../../testing/builders.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { anAutomation } from "../../testing/things.ts";
import { LOGGED_OUT, MOVED_MEANWHILE } from "./rules.ts";
import { archiveFrom, archiveOf, broughtIn, entriesOf } from "./testing.ts";

let stage: Stage;
let place: Place;
before(async () => {
  stage = await openStage({ ROSTRUM_MEDIA_MIB_PER_ACCOUNT: "1" });
});
after(() => stage[Symbol.asyncDispose]());
beforeEach(async () => {
  place = await aPlace(stage, { queues: ["Mon 09:00"] });
});

/** Brings the place's brand into the account of somebody else on the same installation. */
async function arrive(change: () => Promise<unknown> | unknown = () => {}) {
  const archive = await archiveOf(stage, place.brandId);
  await change();
  const person = await aPerson(stage);
  const brought = await must(broughtIn(stage, archive, { owner: person.email }));
  const { brandId } = brought;
  const api: Place["api"] = (method, path, body) => person.api(method, `/brands/${brandId}${path}`, body);
  const [collection] = await must(api("GET", "/collections"));
  const [channel] = await must(stage.admin("GET", `/brands/${brandId}/channels`));
  const arrived: Place = { person, brandId, channelIds: [channel.id], collectionId: collection.id, api };
  return { archive, person, brought, arrived, channel };
}

/** What was chosen as the name of the sandbox account at home. */
async function reconnect(arrived: Place): Promise<number> {
  const [{ name }] = await must(stage.admin("GET", `/brands/${place.brandId}/channels`));
  const channel = { type: "Mastodon", name, sandbox: true };
  return (await must(stage.admin("POST", `/brands/${arrived.brandId}/channels`, channel))).id;
}

const switchOn = (arrived: Place) => must(stage.admin("PATCH", `/brands/${arrived.brandId}`, { queueStatus: "ACTIVE" }));

test("a brand arrives with its queue paused and its channels logged out, and says what there is to do", async () => {
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2030-11-25 10:00:00", caption: "Later" });
  await aPost(place, { publishMode: "QUEUE", caption: "Queued" });
  const madeAt = stage.now();
  const { brought, arrived, channel } = await arrive(() => stage.pass(60));
  const [{ name }] = await must(stage.admin("GET", `/brands/${place.brandId}/channels`));
  assert.deepEqual(brought, {
    brandId: arrived.brandId,
    title: "Bakery",
    madeAt,
    counts: { channels: 1, collections: 1, posts: 2, publishedEntries: 0, automations: 0, media: 0 },
    scheduledPosts: 1,
    queuedPosts: 1,
    draftsMade: 0,
    undecided: 0,
    channels: [{ id: channel.id, type: "Mastodon", name }],
  });
  assert.equal((await must(arrived.api("GET", "/schedule"))).queueStatus, "PAUSED");
  assert.deepEqual([channel.status, channel.inactiveReason], ["INACTIVE", LOGGED_OUT]);
});

test("reconnecting the same account takes up the same channel", async () => {
  const { arrived, channel } = await arrive();
  assert.equal(await reconnect(arrived), channel.id);
  const [again] = await must(stage.admin("GET", `/brands/${arrived.brandId}/channels`));
  assert.equal(again.status, "ACTIVE");
});

test("posts whose date is over when the brand arrives are drafts", async () => {
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2030-11-25 10:00:00", caption: "Still to come" });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-25 10:00:00", caption: "Over" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "At once" });
  const start = stage.now();
  const { brought, arrived } = await arrive(() => stage.jump("2026-11-25T09:30:00Z"));
  stage.jump(start);
  assert.deepEqual([brought.scheduledPosts, brought.draftsMade], [1, 2]);
  const posts = await must(arrived.api("GET", "/posts"));
  assert.deepEqual(
    posts.map(({ body, status, postDate }: Record<string, unknown>) => [body, status, postDate]),
    [
      ["At once", "DRAFT", null],
      ["Over", "DRAFT", null],
      ["Still to come", "PENDING", "2030-11-25 09:00:00"],
    ],
  );
});

test("until the queue is switched on, a scheduled post that came along becomes a draft when its time comes, even if its channel is back", async () => {
  const start = stage.now();
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2027-01-05 10:00:00", caption: "Waits" });
  const { arrived } = await arrive();
  await reconnect(arrived);
  const [{ id }] = await must(arrived.api("GET", "/posts"));
  const { summary } = await must(stage.admin("GET", `/posts/${id}/explanation`));
  assert.match(summary, /^Its scheduled time is 2027-01-05 10:00 \(Europe\/Berlin\)\. .+ when its time comes, it becomes a draft\.$/);
  stage.jump("2027-01-05T09:00:01Z");
  await stage.settle();
  assert.equal((await readPost(arrived, id)).status, "DRAFT");
  assert.deepEqual(await entries(arrived, "PUBLISHED"), []);
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  stage.jump(start);
});

test("what a person writes after the arrival is published as everywhere", async () => {
  const { arrived } = await arrive();
  await reconnect(arrived);
  await aPost(arrived, { publishMode: "IMMEDIATE", caption: "We have moved" });
  await stage.settle();
  assert.deepEqual(await bodies(arrived, "PUBLISHED"), ["We have moved"]);
});

test("what somebody schedules after the arrival leaves at its time, also a post that came as a draft", async () => {
  const start = stage.now();
  await aPost(place, { publishMode: "DRAFT", caption: "Came as a draft" });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2027-01-05 10:00:00", caption: "Came with a date" });
  const { arrived } = await arrive();
  await reconnect(arrived);
  const draft = (await arrived.api("GET", "/posts?status=DRAFT")).body.data.find(
    ({ body }: { body: string }) => body === "Came as a draft",
  );
  await must(arrived.api("PATCH", `/posts/${draft.id}`, { publishMode: "SCHEDULE", scheduledAt: "2027-01-05 10:00:00" }));
  // To the drafts and back to its date, as an undo does: the installation before may still publish it then.
  const dated = (await arrived.api("GET", "/posts")).body.data.find(({ body }: { body: string }) => body === "Came with a date");
  await must(arrived.api("PATCH", `/posts/${dated.id}`, { publishMode: "DRAFT" }));
  await must(arrived.api("PATCH", `/posts/${dated.id}`, { publishMode: "SCHEDULE", scheduledAt: "2027-01-05 10:00:00" }));
  await stage.liveUntil("2027-01-05T09:05:00.000000Z" as ReturnType<Stage["now"]>);
  assert.deepEqual(await bodies(arrived, "PUBLISHED"), ["Came as a draft"]);
  stage.jump(start);
});

test("once the queue is switched on, scheduled and queued posts leave", async () => {
  const start = stage.now();
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2027-01-05 10:00:00", caption: "Scheduled" });
  await aPost(place, { publishMode: "QUEUE", caption: "Queued" });
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { queueStatus: "PAUSED" }));
  const { arrived } = await arrive();
  await reconnect(arrived);
  await switchOn(arrived);
  await stage.liveUntil("2027-01-05T09:00:00.000000Z" as ReturnType<Stage["now"]>);
  assert.deepEqual(await bodies(arrived, "PUBLISHED"), ["Queued", "Scheduled"]);
  stage.jump(start);
});

test("what was being published when the archive was made is not sent from here: a person looks and settles it", async () => {
  const id = await aPost(place, { publishMode: "IMMEDIATE", caption: "On its way", comment: { comment: "First", delay: 60 } });
  await stage.settle();
  const { db } = stage.app;
  await db.query(
    "update deliveries set status = 'RETRYING', next_at = $2, reason = 'unavailable', url = null where post_id = $1 and parent_id is null",
    [id, stage.now()],
  );
  await db.query("update posts set status = 'PENDING', leaving_at = $2 where id = $1", [id, stage.now()]);
  const { brought, arrived } = await arrive();
  assert.equal(brought.undecided, 1);
  await reconnect(arrived);
  await switchOn(arrived);
  stage.pass(600);
  await stage.settle();
  assert.deepEqual(await entries(arrived, "PUBLISHED"), []);
  const [entry] = await entries(arrived, "FAILED");
  assert.deepEqual([entry.body, entry.message], ["On its way", MOVED_MEANWHILE]);
  assert.equal((await readPost(arrived, entry.postId)).status, "PUBLISHED");
  const url = "https://social.example/@bakery/1";
  const settled = await must(stage.admin("POST", `/deliveries/${entry.id}/settlement`, { published: url }));
  assert.equal(settled.status, "PUBLISHED");
});

test("an archive that was brought in before is refused, with where it went, unless the person wants it again", async () => {
  const { archive, person, arrived } = await arrive();
  const second = await broughtIn(stage, archive, { owner: person.email });
  assert.equal(second.status, 409);
  assert.match(second.body.errors.again, new RegExp(`brought in already: as the brand “Bakery” \\(${arrived.brandId}\\)`));
  const { brandId } = await must(broughtIn(stage, archive, { owner: person.email, again: true }));
  assert.ok(brandId > arrived.brandId);
  await must(broughtIn(stage, archive, { owner: (await aPerson(stage)).email }));
});

test("the limits of the account count: what does not fit is refused, and nothing is left of it", async () => {
  const archive = await archiveOf(stage, place.brandId);
  const { email } = await aPerson(stage);
  await must(stage.admin("PATCH", `/account?owner=${email}`, { maxCollections: 0 }));
  const { status, body } = await broughtIn(stage, archive, { owner: email });
  assert.equal(status, 403);
  assert.match(body.errors.plan, /Their plan allows 0 collections; with this brand they would have 1\./);
  await must(stage.admin("PATCH", `/account?owner=${email}`, { maxCollections: null }));
  await must(broughtIn(stage, archive, { owner: email }));
});

test("an archive that was made before automations could make threads comes in, and they make none", async () => {
  await anAutomation(stage, place);
  await stage.app.db.query("update automations set auto_thread = true where brand_id = $1", [place.brandId]);
  const files = await entriesOf(await archiveOf(stage, place.brandId));
  const { autoThread, ...line } = JSON.parse(String(files.get("data/automations.jsonl")));
  assert.equal(autoThread, true);
  files.set("data/automations.jsonl", Buffer.from(`${JSON.stringify(line)}\n`));
  const { email } = await aPerson(stage);
  const { brandId } = await must(broughtIn(stage, await archiveFrom(files, { version: 3 }), { owner: email }));
  const { rows } = await stage.app.db.query("select name, auto_thread from automations where brand_id = $1", [brandId]);
  assert.deepEqual(rows, [{ name: "Blog", auto_thread: false }]);
});

test("the arrival and the leaving are in the audit trail", async () => {
  const { arrived } = await arrive();
  const actions = async (brandId: number) =>
    (await must(stage.admin("GET", `/audit?brand_id=${brandId}&action=brand`))).entries.map(({ action }: { action: string }) => action);
  assert.ok((await actions(place.brandId)).includes("brand.exported"));
  assert.deepEqual(await actions(arrived.brandId), ["brand.imported"]);
});
