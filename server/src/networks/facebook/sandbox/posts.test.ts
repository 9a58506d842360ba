import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { listIn, picture, refusalIn, textAt } from "../../sandbox/meta/testing/answers.ts";
import { fieldsIn, network, openStage, recordOf, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const post = (fields: Record<string, string>) => stage.ask("POST", `/${stage.pageId}/feed`, fields);
const refused = async (fields: Record<string, string>) => refusalIn(await post(fields));
const stagePhoto = (fields: Record<string, string> = {}) =>
  stage.make("photos", { url: stage.link("a.jpg"), published: "false", ...fields });
const attached = (...ids: readonly string[]) => JSON.stringify(ids.map((media_fbid) => ({ media_fbid })));
const published = async () =>
  listIn(await stage.ask("GET", `/${stage.pageId}/published_posts`, { fields: "id,message" })).map(({ message }) => message);
const feed = () => network.feed(stage.world, { limit: 100 });

test("A text is published with an id of Page and post, and reads back with its link and application", async () => {
  const id = await stage.make("feed", { message: "Hello" });
  assert.match(id, new RegExp(`^${stage.pageId}_\\d{18}$`));
  const fields = "id,message,created_time,permalink_url,is_published,application,status_type";
  assert.deepEqual((await stage.ask("GET", `/${id}`, { fields })).body, {
    message: "Hello",
    created_time: "2026-11-21T09:00:00+0000",
    permalink_url: `${stage.world.baseUrl}/www/${id.replace("_", "/posts/")}`,
    is_published: true,
    application: { name: "Rostrum", id: "sandbox" },
    status_type: "mobile_status_update",
    id,
  });
});

test("A call may ask to read fields of the new post at once", async () => {
  const { body } = await post({ message: "Hello", fields: "permalink_url" });
  assert.deepEqual(Object.keys(recordOf(body)), ["permalink_url", "id"]);
});

test("Parameters may come as JSON, in the query, or as multipart", async () => {
  const address = `${stage.world.baseUrl}/v25.0/${stage.pageId}/feed`;
  const headers = { authorization: `Bearer ${stage.token}` };
  const json = { message: "JSON", link: "https://shop.example/new", published: true };
  const replies = [
    await fetch(address, { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(json) }),
    await fetch(`${address}?message=Query`, { method: "POST", headers }),
  ];
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  );
  await stage.send(
    `/${stage.pageId}/photos`,
    { caption: "Multipart" },
    { name: "source", bytes: stage.files.get("a.jpg") ?? Buffer.alloc(0) },
  );
  assert.deepEqual(await published(), ["Multipart", "Query", "JSON"]);
});

test("A link has a card that tells its host and path", async () => {
  const id = await stage.make("feed", { message: "Look", link: "https://www.shop.example/new/bread" });
  const { attachments } = fieldsIn(await stage.ask("GET", `/${id}`, { fields: "attachments{url,title}" }));
  assert.deepEqual(attachments, { data: [{ url: "https://www.shop.example/new/bread", title: "shop.example" }] });
  const [shown] = await feed();
  assert.deepEqual(shown?.card, { url: "https://www.shop.example/new/bread", title: "shop.example", description: "/new/bread" });
});

for (const [why, fields, refusal] of [
  ["Nothing to publish", {}, [400, 100]],
  ["A text that is too long", { message: "x".repeat(63_207) }, [400, 100]],
  ["A link that is no address", { link: "shop.example" }, [400, 100, 2061006]],
  ["A link that cannot be read", { link: "https://nothing.invalid/" }, [400, 100, 1609005]],
  ["A link to Facebook itself", { link: "https://www.facebook.com/shop" }, [400, 100, 1609008]],
  ["A place that is no Page", { message: "Here", place: "1" }, [400, 100]],
  ["A photo that does not exist", { attached_media: attached("31") }, [400, 100, 33]],
  ["What is no list of media", { attached_media: "31" }, [400, 100]],
  ["A flag that is none", { message: "Hello", published: "maybe" }, [400, 100]],
] as const) {
  test(`${why} is refused`, async () => {
    assert.deepEqual(await refused(fields), refusal);
    assert.deepEqual(await published(), []);
  });
}

test("The longest text is published", async () => {
  assert.equal((await post({ message: "x".repeat(63_206) })).status, 200);
});

test("A text like the newest one is refused, unless the network lets it through", async () => {
  await post({ message: "Again" });
  assert.deepEqual(await refused({ message: "Again" }), [400, 506]);
  await post({ message: "Something else" });
  assert.equal((await post({ message: "Again" })).status, 200);
  await stage.set({ refuses_repeats: false });
  assert.equal((await post({ message: "Again" })).status, 200);
});

test("Several photos are uploaded unseen and published together in their order, with their descriptions", async () => {
  const ids = [await stagePhoto({ alt_text_custom: "A cat" }), await stagePhoto()];
  assert.deepEqual(await feed(), []);
  const id = await stage.make("feed", { message: "Two", attached_media: attached(...ids) });
  const [shown] = await feed();
  assert.deepEqual(
    shown?.media.map(({ mime, alt, url }) => [mime, alt, url.split("/").at(-1)]),
    [
      ["image/jpeg", "A cat", ids[0]],
      ["image/jpeg", "", ids[1]],
    ],
  );
  const asked = "attachments{media_type,subattachments{target{id}}}";
  assert.deepEqual(fieldsIn(await stage.ask("GET", `/${id}`, { fields: asked })).attachments, {
    data: [{ media_type: "album", subattachments: { data: ids.map((id) => ({ target: { id } })) } }],
  });
  assert.equal(textAt(await stage.ask("GET", `/${ids[0]}`, { fields: "page_story_id" }), "page_story_id"), id);
});

test("Media may be listed one parameter each", async () => {
  const ids = [await stagePhoto(), await stagePhoto()];
  await post({ message: "Two", "attached_media[0]": `{"media_fbid":"${ids[0]}"}`, "attached_media[1]": `{"media_fbid":"${ids[1]}"}` });
  assert.equal((await feed())[0]?.media.length, 2);
});

test("Photos that were published cannot be again, and the others stay usable", async () => {
  const [first, second] = [await stagePhoto(), await stagePhoto()];
  await post({ attached_media: attached(first) });
  assert.deepEqual(await refused({ attached_media: attached(second, first) }), [400, 100, 1366051]);
  assert.deepEqual(refusalIn(await stage.ask("POST", `/${stage.pageId}/photo_stories`, { photo_id: first })), [400, 100, 1366051]);
  assert.equal((await post({ attached_media: attached(second) })).status, 200);
});

test("Of two calls with the same photo at once, one is published", async () => {
  const photo = await stagePhoto();
  const replies = await Promise.all([1, 2, 3].map(() => post({ message: "Once", attached_media: attached(photo) })));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 400, 400]);
  assert.equal((await feed()).length, 1);
});

test("A photo published in one call has an id of its own beside the post's", async () => {
  const reply = fieldsIn(await stage.ask("POST", `/${stage.pageId}/photos`, { url: stage.link("a.jpg"), caption: "One" }));
  assert.deepEqual(Object.keys(reply), ["id", "post_id"]);
  assert.deepEqual(await published(), ["One"]);
  assert.equal((await stage.ask("POST", `/${stage.pageId}/photos`, { url: stage.link("a.jpg"), caption: "One" })).status, 200);
});

test("A photo must be there, a picture of a kind that Facebook takes, and small enough", async () => {
  const upload = async (fields: Record<string, string>) =>
    refusalIn(await stage.ask("POST", `/${stage.pageId}/photos`, { published: "false", ...fields }));
  assert.deepEqual(await upload({}), [400, 324]);
  assert.deepEqual(await upload({ url: stage.link("none.jpg") }), [400, 324]);
  assert.deepEqual(await upload({ url: "https://elsewhere.example/a.jpg" }), [400, 324]);
  assert.deepEqual(await upload({ url: stage.link("v.mp4") }), [400, 100, 1366046]);
  stage.files.set("a.webp", await picture(10, 10).webp().toBuffer());
  assert.deepEqual(await upload({ url: stage.link("a.webp") }), [400, 100, 1366046]);
  stage.files.set("large.jpg", Buffer.concat([stage.files.get("a.jpg") ?? Buffer.alloc(0), Buffer.alloc(4 * 1024 * 1024)]));
  assert.deepEqual(await upload({ url: stage.link("large.jpg") }), [400, 100, 1366046]);
});

test("A temporary photo can be published for a day", async () => {
  const photo = await stagePhoto({ temporary: "true" });
  stage.pass(86_400);
  assert.deepEqual(await refused({ attached_media: attached(photo) }), [400, 100, 33]);
});

test("Posts are listed newest first, in pieces that are followed by their address", async () => {
  for (const message of ["1", "2", "3", "4", "5"]) {
    await post({ message });
    stage.pass(1);
  }
  const read = async (address: string) =>
    fieldsIn(await fetch(address).then(async (reply) => ({ status: reply.status, body: await reply.json() })));
  const first = `${stage.world.baseUrl}/v25.0/${stage.pageId}/published_posts?fields=message&limit=2&access_token=${stage.token}`;
  const seen: unknown[] = [];
  for (let address: unknown = first; typeof address === "string"; ) {
    const body: Record<string, unknown> = await read(address);
    seen.push(listIn({ status: 200, body }).map(({ message }) => message));
    address = recordOf(body.paging).next;
  }
  assert.deepEqual(seen, [["5", "4"], ["3", "2"], ["1"]]);
  const since = String(Date.parse("2026-11-21T09:00:03Z") / 1000);
  const late = await stage.ask("GET", `/${stage.pageId}/published_posts`, { fields: "message", since });
  assert.deepEqual(
    listIn(late).map(({ message }) => message),
    ["5", "4"],
  );
});

test("A Page comments on its post; the comment reads back with its author and link, newest first if asked", async () => {
  const id = await stage.make("feed", { message: "Hello" });
  const first = textAt(await stage.ask("POST", `/${id}/comments`, { message: "First" }), "id");
  stage.pass(1);
  await stage.ask("POST", `/${first}/comments`, { message: "Reply" });
  stage.pass(1);
  await stage.ask("POST", `/${id}/comments`, { message: "Second" });
  const read = async (fields: Record<string, string>) =>
    listIn(await stage.ask("GET", `/${id}/comments`, { fields: "id,message,from,created_time", ...fields }));
  assert.deepEqual((await read({}))[0], {
    message: "First",
    from: { name: "Corner Bakery", id: stage.pageId },
    created_time: "2026-11-21T09:00:00+0000",
    id: first,
  });
  const texts = async (fields: Record<string, string>) => (await read(fields)).map(({ message }) => message);
  assert.deepEqual(await texts({}), ["First", "Second"]);
  assert.deepEqual(await texts({ filter: "stream", order: "reverse_chronological" }), ["Second", "Reply", "First"]);
  assert.deepEqual(refusalIn(await stage.ask("POST", `/${id}/comments`, {})), [400, 100]);
  assert.deepEqual(refusalIn(await stage.ask("POST", "/99/comments", { message: "Where?" })), [400, 100, 33]);
  assert.deepEqual(
    (await feed()).map(({ text, replyTo }) => [text, replyTo]),
    [
      ["Second", id],
      ["Reply", first],
      ["First", id],
      ["Hello", null],
    ],
  );
});

test("What readers do is counted; shares are left out while there are none", async () => {
  const id = await stage.make("feed", { message: "Hello" });
  const fields = "reactions.summary(total_count).limit(0),comments.summary(total_count).limit(0),shares";
  const counts = async () => fieldsIn(await stage.ask("GET", `/${id}`, { fields }));
  const none = { data: [], summary: { total_count: 0 } };
  assert.deepEqual(await counts(), { reactions: none, comments: { data: [], summary: { order: "chronological", total_count: 0 } }, id });
  await network.react(stage.world, id, { kind: "like" });
  await network.react(stage.world, id, { kind: "like" });
  await network.react(stage.world, id, { kind: "share" });
  await network.react(stage.world, id, { kind: "comment", text: "Nice" });
  assert.deepEqual(await counts(), {
    reactions: { data: [], summary: { total_count: 2 } },
    comments: { data: [], summary: { order: "chronological", total_count: 1 } },
    shares: { count: 1 },
    id,
  });
  const [shown] = (await feed()).filter((one) => one.id === id);
  assert.deepEqual(shown?.counts, { likes: 2, comments: 1, shares: 1 });
});

test("What does not exist, an unknown field and bad syntax are refused in Meta's envelope", async () => {
  assert.deepEqual((await stage.ask("GET", `/${stage.pageId}_5`)).body, {
    error: {
      message: `Unsupported get request. Object with ID '${stage.pageId}_5' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
      type: "GraphMethodException",
      code: 100,
      error_subcode: 33,
      is_transient: false,
      fbtrace_id: "AsandboxTraceId0000000",
    },
  });
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me", { fields: "shoe_size" })), [400, 100]);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/me", { fields: "name{" })), [400, 2500]);
  assert.deepEqual(refusalIn(await stage.ask("POST", "/me/shoes")), [400, 2500]);
});

test("A Page neither reads nor publishes as another one", async () => {
  const other = (await network.account("Other", stage.world)).credentials;
  const id = await stage.make("feed", { message: "Mine" });
  const asOther = { access_token: other.accessToken ?? "" };
  assert.deepEqual(refusalIn(await stage.ask("GET", `/${id}`, asOther)), [403, 200]);
  assert.deepEqual(refusalIn(await stage.ask("POST", `/${stage.pageId}/feed`, { ...asOther, message: "Yours" })), [403, 200]);
  const photo = await stagePhoto();
  const taking = { ...asOther, attached_media: attached(photo) };
  assert.deepEqual(refusalIn(await stage.ask("POST", `/${other.pageId}/feed`, taking)), [400, 100, 33]);
});

test("The same name always finds the same Page", async () => {
  const again = (await network.account("Corner Bakery", stage.world)).credentials;
  assert.equal(again.pageId, stage.pageId);
  assert.equal((await stage.ask("GET", "/me", { access_token: stage.token })).status, 200);
});
