import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { sandboxNetworks, sandboxWorld } from "../../networks/sandbox/networks.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { aPhoto, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

/** The networks that take alternative texts, and what their readers get of three pictures. */
const EACH = ["A loaf", "Two rolls", "Fresh bread"] as const;
/** A pin has one text. */
const ONE_FOR_ALL = [EACH.join("; "), "", ""];
const SEEN: Partial<Readonly<Record<ChannelType, readonly string[]>>> = {
  Facebook: EACH,
  Instagram: EACH,
  Threads: EACH,
  LinkedIn: EACH,
  Pinterest: ONE_FOR_ALL,
  X: EACH,
  Mastodon: EACH,
  Bluesky: EACH,
  "Social Media": EACH,
};

let stage: Stage;
let place: Place;
let editor: Dashboard;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage, { channels: Object.keys(SEEN) });
  const email = "grace@example.org";
  await must(stage.admin("POST", "/users", { name: "Grace", email, password: "correct horse" }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "editor" }));
  editor = await aDashboard(stage, email);
});
after(() => stage[Symbol.asyncDispose]());

const whole = (id: number) => must(editor.call("GET", `/posts/${id}`));
const edit = (id: number, body: object) => editor.call("PATCH", `/posts/${id}`, body);

async function pictures(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push(await uploaded(stage, place, { bytes: await aPhoto(), name: `loaf-${index}.jpg` }));
  }
  return ids;
}

test("readers of every network that takes alternative texts get each picture's own, and the post's for one without", {
  timeout: 300_000,
}, async (t) => {
  const [loaf, rolls, bread] = await pictures(3);
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Three", media: [{ id: loaf }, { id: rolls }, { id: bread }] });
  const { version } = await whole(id);
  const media = [{ id: loaf, alt: "A loaf" }, { id: rolls, alt: "Two rolls" }, { id: bread }];
  await must(edit(id, { version, caption: "Three", alt: "Fresh bread", media, publishMode: "IMMEDIATE" }));
  await stage.liveUntil(addSeconds(stage.now(), 1800));
  for (const [type, expected] of Object.entries(SEEN)) {
    await t.test(type, async () => {
      const network = sandboxNetworks.find((one) => one.type === type);
      assert.ok(network);
      const world = sandboxWorld(network, { db: stage.app.db, now: () => stage.now(), sandboxUrl: `${stage.url}/sandbox` });
      const posts = await network.feed(world, { limit: 10 });
      assert.deepEqual(
        posts.flatMap((post) => post.media.map(({ alt }) => alt)),
        expected,
      );
    });
  }
});

test("texts of files are shown with their post, kept by a copy, and belong to the place of the file", async () => {
  const [one, two] = await pictures(2);
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Two", alt: "Bread", media: [{ id: one }, { id: two }] });
  const textsOf = async (postId: number) => (await whole(postId)).media.map(({ alt }: { alt: string | null }) => alt);
  assert.deepEqual(await textsOf(id), [null, null]);
  const { version } = await whole(id);
  const given = [
    { id: two, alt: "Second" },
    { id: one, alt: "  " },
    { id: two, alt: "Second again" },
  ];
  await must(edit(id, { version, caption: "Two", media: given }));
  assert.deepEqual(await textsOf(id), ["Second", null, "Second again"]);
  const copy = await must(editor.call("POST", `/posts/${id}/copies`));
  assert.deepEqual(await textsOf(copy.id), ["Second", null, "Second again"]);
});

test("a text of a file that is too long is refused at its place, and another version says that these texts differ", async () => {
  const [one] = await pictures(1);
  const id = await aPost(place, { publishMode: "DRAFT", caption: "One", media: [{ id: one }] });
  const { version } = await whole(id);
  const long = await edit(id, { version, caption: "One", media: [{ id: one, alt: "x".repeat(256) }] });
  assert.deepEqual([long.status, Object.keys(long.body.errors)], [422, ["media.0.alt"]]);
  await must(edit(id, { version, caption: "One", media: [{ id: one, alt: "Mine" }] }));
  const late = await edit(id, { version, caption: "One", media: [{ id: one, alt: "Theirs" }] });
  assert.equal(late.status, 409);
  assert.match(late.body.errors.version, /Different from yours: alternative texts of files\.$/);
});

test("a post of the public API has no text but its own: none is given to its files there", async () => {
  const [one] = await pictures(1);
  const id = await aPost(place, { publishMode: "DRAFT", caption: "One", media: [{ id: one, alt: "Not a field" }] }).catch(() => null);
  if (id !== null) assert.deepEqual((await whole(id)).media[0].alt, null);
});

test("the library says what a file shows; posts are offered it and never have it by themselves", async () => {
  const [one] = await pictures(1);
  const path = `/brands/${place.brandId}/media/description`;
  assert.deepEqual(await must(editor.call("PATCH", path, { id: one, description: "A crust" })), { id: one, description: "A crust" });
  const { files } = await must(editor.call("GET", `/brands/${place.brandId}/media?id=${one}`));
  assert.equal(files[0].description, "A crust");
  const id = await aPost(place, { publishMode: "DRAFT", caption: "One", media: [{ id: one }] });
  const { alt, description } = (await whole(id)).media[0];
  assert.deepEqual([alt, description], [null, "A crust"]);
  assert.equal((await must(editor.call("PATCH", path, { id: one, description: " " }))).description, null);
  assert.equal((await editor.call("PATCH", path, { id: one, description: "x".repeat(256) })).status, 422);
  const other = await aPlace(stage);
  const foreign = await uploaded(stage, other, { bytes: await aPhoto(), name: "theirs.jpg" });
  assert.equal((await editor.call("PATCH", path, { id: foreign, description: "Mine" })).status, 404);
});
