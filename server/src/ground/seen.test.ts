import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aFeedPlace, type FeedPlace } from "../testing/automations.ts";
import { aPlace, must } from "../testing/builders.ts";
import { loaf } from "../testing/feeds.ts";
import { aPicture, uploaded } from "../testing/media.ts";
import { openStage, type Stage } from "../testing/stage.ts";

let stage: Stage;
let feed: FeedPlace;
before(async () => {
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
  feed = await aFeedPlace(stage);
});
after(async () => {
  await feed[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const operate = (method: string, path: string, body?: unknown) => stage.admin(method, `/..${path}`, body);

/** Changes one field twice from the same page: the second is refused, says what is there, and is stored once that was seen. */
async function twice(path: string, field: string, { first, second, seen, said, ...rest }: Readonly<Record<string, unknown>>) {
  const change = (value: unknown, was: unknown) => operate("PATCH", path, { ...rest, [field]: value, seen: { [field]: was } });
  await must(change(first, seen));
  const { status, body } = await change(second, seen);
  assert.equal(status, 409);
  assert.deepEqual(body, {
    status: "error",
    message: "Somebody else has changed this in the meantime. Nothing of yours was stored.",
    errors: { [field]: `Somebody else has changed this in the meantime: it is ${said} now. To replace that, save yours again.` },
  });
  await must(change(second, first));
}

test("of two people who change the same thing, the second is told what the first has made of it", async () => {
  const { place } = feed;
  const brand = `/admin/brands/${place.brandId}`;
  await twice(brand, "title", { seen: "Bakery", first: "Rolls", second: "Bread", said: "“Rolls”" });
  await twice(brand, "timezone", { seen: "Europe/Berlin", first: "Asia/Tokyo", second: "Europe/Paris", said: "Asia/Tokyo" });
  const [channel] = (await aPlace(stage)).channelIds;
  const { name } = await must(stage.admin("PATCH", `/channels/${channel}`, {}));
  await twice(`/admin/channels/${channel}`, "name", { seen: name, first: "Ours", second: "Mine", said: "“Ours”" });
  const file = await uploaded(stage, place, { bytes: await aPicture(), name: "loaf.png" });
  const media = `/brands/${place.brandId}/media`;
  await twice(media, "name", { id: file, seen: "loaf.png", first: "rye.png", second: "bread.png", said: "“rye.png”" });
  await twice(`${media}/description`, "description", { id: file, seen: "", first: "A loaf", second: "Rye", said: "“A loaf”" });
  await twice(`${media}/description`, "description", { id: file, seen: "Rye", first: "", second: "Bread", said: "empty" });
  const { email } = (await aPlace(stage)).person;
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "viewer" }));
  const members = `/brands/${place.brandId}/members?user=${encodeURIComponent(email)}`;
  await twice(members, "role", { seen: "viewer", first: "admin", second: "editor", said: "“admin”" });
  feed.has([loaf(1)]);
  const automation = `/automations/${await feed.automate()}`;
  await twice(automation, "caption", { seen: "{{title}}\n\n{{link}}", first: "{{title}}", second: "{{link}}", said: "“{{title}}”" });
  for (const name of ["addPostsAsDraft", "autoThreadText"])
    await twice(automation, name, { seen: false, first: true, second: false, said: "on" });
  await twice(automation, "refreshRate", { seen: 1, first: 6, second: 24, said: "every 6 hours" });
});

test("who changes something else, or says nothing of what they saw, is not held up", async () => {
  const brand = `/admin/brands/${feed.place.brandId}`;
  const { title } = await must(operate("PATCH", brand, { title: "Mill" }));
  assert.equal(title, "Mill");
  const changed = await must(operate("PATCH", brand, { timezone: "UTC", seen: {} }));
  assert.deepEqual([changed.title, changed.timezone], ["Mill", "UTC"]);
});

test("of many changes from the same page at once one is stored", async () => {
  const brand = `/admin/brands/${feed.place.brandId}`;
  await must(operate("PATCH", brand, { title: "Before" }));
  const changes = Array.from({ length: 10 }, (_, index) => operate("PATCH", brand, { title: `After ${index}`, seen: { title: "Before" } }));
  const statuses = (await Promise.all(changes)).map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 409)]);
});
