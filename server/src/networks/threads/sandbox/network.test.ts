import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import sharp from "sharp";
import { clearFaults } from "../../sandbox/faults.ts";
import { threadsSandbox } from "./index.ts";
import { type Network, openNetwork, type Parameters } from "./testing/network.ts";

const mp4 = Buffer.concat([Buffer.from("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41", "latin1"), Buffer.alloc(2048)]);
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#080" } });
const FILES = {
  "photo.jpg": await picture(80, 60).jpeg().toBuffer(),
  "photo.png": await picture(80, 60).png().toBuffer(),
  "narrow.png": await picture(10, 200).png().toBuffer(),
  "photo.webp": await picture(80, 60).webp().toBuffer(),
  "film.mp4": mp4,
};

let network: Network;
beforeEach(async () => {
  network = await openNetwork(FILES);
});
afterEach(() => network[Symbol.asyncDispose]());

const media = (name: string) => `https://social.example/media/1/${name}`;
const image = (changes: Parameters = {}): Parameters => ({ media_type: "IMAGE", image_url: media("photo.jpg"), ...changes });
const video = (changes: Parameters = {}): Parameters => ({ media_type: "VIDEO", video_url: media("film.mp4"), ...changes });
const text = (words: string, changes: Parameters = {}): Parameters => ({ media_type: "TEXT", text: words, ...changes });
const feed = () => threadsSandbox.feed(network.world, { limit: 100 });
const publish = (id: string) => network.post("/v1.0/me/threads_publish", { creation_id: id });
const statusOf = async (id: string) => {
  const { body } = await network.get(`/v1.0/${id}`, { fields: "id,status,error_message" });
  return [body.status, body.error_message];
};

/** Code and subcode of a refusal. */
async function refusal(answer: ReturnType<Network["get"]>): Promise<(number | undefined)[]> {
  const { body } = await answer;
  assert.ok(body.error !== undefined, JSON.stringify(body));
  return [body.error.code, body.error.error_subcode];
}
const refused = (parameters: Parameters) => refusal(network.post("/v1.0/me/threads", parameters));

test("a text is a container, then a post that readers see and the API tells about", async () => {
  const container = await network.container(text("Fresh bread #sourdough https://bakery.example/today"));
  assert.deepEqual(await statusOf(container), ["FINISHED", undefined]);
  assert.deepEqual(await feed(), []);
  const { body } = await publish(container);
  assert.deepEqual(await statusOf(container), ["PUBLISHED", undefined]);
  const told = await network.get(`/v1.0/${body.id}`, { fields: "id,permalink,timestamp,text,media_type,username,shortcode,topic_tag" });
  const permalink = told.body.permalink;
  assert.match(permalink, /\/sandbox\/threads\/www\/@corner_bakery\/post\/[\w-]+$/);
  assert.deepEqual(told.body, {
    id: body.id,
    permalink,
    timestamp: "2026-11-21T09:00:00+0000",
    text: "Fresh bread #sourdough https://bakery.example/today",
    media_type: "TEXT_POST",
    username: "corner_bakery",
    shortcode: permalink.split("/").at(-1),
    topic_tag: "sourdough",
  });
  const [post] = await feed();
  assert.deepEqual([post?.author, post?.url, post?.label], ["@corner_bakery", permalink, "Topic: sourdough"]);
  assert.deepEqual(post?.card, { url: "https://bakery.example/today", title: "bakery.example", description: "/today" });
  assert.match(await (await fetch(permalink)).text(), /Fresh bread/);
});

test("images and videos are fetched from their links and processed by the clock", async () => {
  const photo = await network.published(image({ text: "Look", alt_text: "A loaf" }));
  const film = await network.container(video({ text: "Watch" }));
  assert.deepEqual(await statusOf(film), ["IN_PROGRESS", undefined]);
  assert.deepEqual(await refusal(publish(film)), [24, 4279009]);
  network.pass(2);
  assert.deepEqual(await statusOf(film), ["FINISHED", undefined]);
  assert.equal((await publish(film)).status, 200);
  const seen = (await feed()).flatMap((post) => post.media);
  assert.deepEqual(seen.map(({ mime, alt }) => [mime, alt]).sort(), [
    ["image/jpeg", "A loaf"],
    ["video/mp4", ""],
  ]);
  const file = await fetch(seen.find(({ mime }) => mime === "image/jpeg")?.url ?? "");
  assert.deepEqual(Buffer.from(await file.bytes()), FILES["photo.jpg"]);
  assert.deepEqual((await network.get(`/v1.0/${photo}`, { fields: "media_type,alt_text" })).body, {
    id: photo,
    media_type: "IMAGE",
    alt_text: "A loaf",
  });
});

test("media that cannot be fetched or used are refused, at once or as the container's error", async () => {
  assert.deepEqual(await refused(image({ image_url: media("missing.jpg") })), [9004, 2207052]);
  assert.deepEqual(await refused(image({ image_url: "https://elsewhere.example/photo.jpg" })), [9004, 2207052]);
  assert.deepEqual(await refused(image({ image_url: media("photo.webp") })), [100, undefined]);
  assert.deepEqual(await refused({ media_type: "IMAGE" }), [100, undefined]);
  const ended = async (parameters: Parameters) => {
    const id = await network.container(parameters);
    network.pass(5);
    assert.deepEqual(await refusal(publish(id)), [100, undefined]);
    return statusOf(id);
  };
  assert.deepEqual(await ended(image({ image_url: media("narrow.png") })), ["ERROR", "INVALID_ASPEC_RATIO"]);
  assert.deepEqual(await ended(video({ video_url: media("missing.mp4") })), ["ERROR", "FAILED_DOWNLOADING_VIDEO"]);
  assert.deepEqual(await ended(video({ video_url: media("photo.png") })), ["ERROR", "FAILED_PROCESSING_VIDEO"]);
});

test("a carousel has 2 to 20 finished children and is one post", async () => {
  const first = await network.container(image({ is_carousel_item: "true", alt_text: "One" }));
  const second = await network.container(video({ is_carousel_item: "true" }));
  const carousel = (...children: string[]) => ({ media_type: "CAROUSEL", children: children.join(","), text: "Both" });
  assert.deepEqual(await refused(carousel(first)), [100, undefined]);
  assert.deepEqual(await refused(carousel(...Array.from({ length: 21 }, () => first))), [100, undefined]);
  assert.deepEqual(await refused(carousel(first, second)), [100, 4279004], "the video is not finished");
  network.pass(2);
  assert.deepEqual(await refused(carousel(first, "3999")), [100, 4279004]);
  assert.deepEqual(await refused(carousel(first, await network.container(image()))), [100, 4279004], "not made for a carousel");
  assert.deepEqual(await refusal(publish(first)), [100, undefined]);
  const id = await network.published(carousel(first, second));
  assert.equal(Object((await network.get(`/v1.0/${id}`, { fields: "media_type" })).body).media_type, "CAROUSEL_ALBUM");
  const [post] = await feed();
  assert.deepEqual(
    post?.media.map(({ mime, alt }) => [mime, alt]),
    [
      ["image/jpeg", "One"],
      ["video/mp4", ""],
    ],
  );
});

test("a thread is a chain of replies, which have lists of their own", async () => {
  const first = await network.published(text("One"));
  const second = await network.published(text("Two", { reply_to_id: first }));
  const third = await network.published(text("Three", { reply_to_id: second }));
  const ids = async (path: string, parameters: Parameters = {}) => (await network.get(path, parameters)).body.data.map(({ id }) => id);
  assert.deepEqual(await ids("/v1.0/me/threads"), [first]);
  assert.deepEqual(await ids("/v1.0/me/replies"), [third, second]);
  const { body } = await network.get("/v1.0/me/replies", { fields: "id,text,replied_to,root_post,is_reply_owned_by_me", limit: "1" });
  assert.deepEqual(body.data, [
    { id: third, text: "Three", replied_to: { id: second }, root_post: { id: first }, is_reply_owned_by_me: true },
  ]);
  assert.deepEqual(
    (await feed()).map(({ text: words, replyTo }) => [words, replyTo]),
    [
      ["Three", second],
      ["Two", first],
      ["One", null],
    ],
  );
  assert.deepEqual(await refused(text("To nobody", { reply_to_id: "4999" })), [24, 4279009]);
});

test("a poll has 2 to 4 options of at most 25 characters and runs for a day", async () => {
  const poll = (options: Parameters, changes: Parameters = {}) => text("Tea?", { poll_attachment: JSON.stringify(options), ...changes });
  const id = await network.published(poll({ option_a: "Tea", option_b: "x".repeat(25) }));
  assert.deepEqual((await feed())[0]?.poll, { options: ["Tea", "x".repeat(25)], endsAt: "2026-11-22T09:00:00.000000Z" });
  const told = Object(
    (await network.get(`/v1.0/${id}`, { fields: "poll_attachment{option_a,expiration_timestamp}" })).body,
  ).poll_attachment;
  assert.deepEqual([told.option_a, told.expiration_timestamp], ["Tea", "2026-11-22T09:00:00+0000"]);
  const wrong = [
    poll({ option_a: "Tea" }),
    poll({ option_a: "Tea", option_b: "" }),
    poll({ option_a: "Tea", option_b: "x".repeat(26) }),
    poll({ option_a: "Tea", option_b: "Milk", option_d: "Water" }),
    poll({ option_a: "Tea", option_b: "Milk", option_e: "Water" }),
    text("Tea?", { poll_attachment: "tea" }),
    poll({ option_a: "Tea", option_b: "Milk" }, { link_attachment: "https://tea.example" }),
    image({ poll_attachment: JSON.stringify({ option_a: "Tea", option_b: "Milk" }) }),
  ];
  for (const parameters of wrong) assert.deepEqual(await refused(parameters), [100, undefined], JSON.stringify(parameters));
});

test("a text is counted in UTF-8 bytes, or set so with emoji alone in bytes", async () => {
  const bytes = "é".repeat(250);
  await network.container(text(bytes));
  const { body } = await network.post("/v1.0/me/threads", text(`${bytes}x`));
  assert.deepEqual([body.error.code, body.error.message], [100, "(#100) Param text must be at most 500 characters long"]);
  await network.settings({ text_unit: "emoji bytes" });
  await network.container(text("é".repeat(500)));
  await network.container(text("🍞".repeat(125)));
  assert.deepEqual(await refused(text("🍞".repeat(126))), [100, undefined]);
});

test("wrong parameters are refused, unknown ones ignored", async () => {
  const links = (count: number) => Array.from({ length: count }, (_, index) => `https://l${index}.example`).join(" ");
  const wrong: Parameters[] = [
    {},
    { media_type: "TEXT" },
    { media_type: "REELS", text: "x" },
    text("x", { alt_text: "a picture" }),
    text("x", { link_attachment: "bakery.example" }),
    text("x", { is_carousel_item: "true" }),
    text("x", { topic_tag: "a.b" }),
    text("x", { reply_control: "nobody" }),
    text("x", { allowlisted_country_codes: "DE" }),
    text(links(6)),
    text(links(6).replaceAll("https://", "www.")),
    text(links(5), { link_attachment: "https://sixth.example" }),
    image({ link_attachment: "https://bakery.example" }),
    image({ alt_text: "x".repeat(1001) }),
    text("Nowhere", { location_id: "1" }),
  ];
  for (const parameters of wrong) assert.deepEqual(await refused(parameters), [100, undefined], JSON.stringify(parameters));
  await network.container(text(links(5), { link_attachment: "https://l0.example", unheard_of: "1" }));
  await network.container({ media_type: "TEXT", link_attachment: "https://bakery.example" });
});

test("a container is published once: the second call is refused and its status stays PUBLISHED", async () => {
  const container = await network.container(text("Once"));
  const answers = await Promise.all([publish(container), publish(container)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
  assert.deepEqual(await refusal(publish(container)), [24, 4279009]);
  assert.deepEqual(await statusOf(container), ["PUBLISHED", undefined]);
  assert.equal((await feed()).length, 1);
});

test("a container expires after a day; what is published then is not found", async () => {
  const container = await network.container(text("Late"));
  network.pass(86_400);
  assert.deepEqual(await statusOf(container), ["EXPIRED", undefined]);
  assert.deepEqual(await refusal(publish(container)), [24, 4279009]);
  assert.deepEqual(await refusal(publish("3999")), [24, 4279009]);
  assert.deepEqual(await refusal(network.get("/v1.0/3999")), [24, 4279009]);
});

test("set so, a finished container is not found at first, or ever; it reads PUBLISHED late; a new parent is refused", async () => {
  await network.settings({
    publishable_after_seconds: 30,
    found_after_seconds: 5,
    published_shows_after_seconds: 60,
    parent_ready_seconds: 120,
  });
  const container = await network.container(text("Patience"));
  assert.deepEqual(await refusal(network.get(`/v1.0/${container}`)), [24, 4279009]);
  network.pass(5);
  assert.deepEqual(await statusOf(container), ["FINISHED", undefined]);
  assert.deepEqual(await refusal(publish(container)), [24, 4279009]);
  network.pass(25);
  const { body } = await publish(container);
  assert.deepEqual(await statusOf(container), ["FINISHED", undefined]);
  assert.deepEqual(await refused(text("Reply", { reply_to_id: body.id })), [24, 4279009]);
  network.pass(60);
  assert.deepEqual(await statusOf(container), ["PUBLISHED", undefined]);
  network.pass(60);
  const reply = await network.container(text("Reply", { reply_to_id: body.id }));
  await network.settings({ loses_containers: true });
  assert.deepEqual(await refusal(publish(reply)), [24, 4279009]);
});

test("set so, restricted activity is refused after it took effect, and a restricted profile before", async () => {
  await network.settings({ restricts: "activity" });
  const container = await network.container(text("Live all the same"));
  assert.deepEqual(await refusal(publish(container)), [4, 2207051]);
  assert.deepEqual(await statusOf(container), ["PUBLISHED", undefined]);
  await network.settings({ restricts: "profile" });
  assert.deepEqual(await refusal(publish(await network.container(text("Never")))), [10, 4279013]);
  assert.deepEqual(
    (await feed()).map((post) => post.text),
    ["Live all the same"],
  );
});

test("posts and replies have quotas of their own, which can be read", async () => {
  await network.settings({ posts_per_day: 2, replies_per_day: 1 });
  const first = await network.published(text("One"));
  await network.published(text("Two"));
  assert.deepEqual(await refusal(publish(await network.container(text("Three")))), [9, undefined]);
  await network.published(text("Reply", { reply_to_id: first }));
  const { body } = await network.get("/v1.0/me/threads_publishing_limit", { fields: "quota_usage,config,reply_quota_usage,reply_config" });
  assert.deepEqual(body.data, [
    {
      quota_usage: 2,
      config: { quota_total: 2, quota_duration: 86_400 },
      reply_quota_usage: 1,
      reply_config: { quota_total: 1, quota_duration: 86_400 },
    },
  ]);
  network.pass(86_400);
  await network.published(text("Four"));
});

test("lists go back to a time and on by cursors", async () => {
  const old = await network.published(text("Old"));
  network.pass(1000);
  const ids = [await network.published(text("A")), await network.published(text("B")), await network.published(text("C"))];
  const since = String(Date.parse("2026-11-21T09:10:00Z") / 1000);
  const first = await network.get("/v1.0/me/threads", { fields: "id,text", since, limit: "2" });
  assert.deepEqual(
    first.body.data.map(({ text: words }) => words),
    ["C", "B"],
  );
  const next = await fetch(first.body.paging.next ?? "", { headers: { authorization: `Bearer ${network.token}` } });
  assert.deepEqual(Object(await next.json()).data, [{ id: ids[0], text: "A" }]);
  const after = first.body.paging.cursors.after;
  assert.deepEqual((await network.get("/v1.0/me/threads", { limit: "5", after })).body.data, [{ id: ids[0] }, { id: old }]);
  assert.deepEqual(await refusal(network.get("/v1.0/me/threads", { since: "1688540399" })), [100, undefined]);
  assert.deepEqual(await refusal(network.get("/v1.0/me/threads", { until: "9999999999" })), [100, undefined]);
});

test("insights count what readers did", async () => {
  const id = await network.published(text("Count me"));
  await threadsSandbox.react(network.world, id, { kind: "like" });
  await threadsSandbox.react(network.world, id, { kind: "like" });
  await threadsSandbox.react(network.world, id, { kind: "share" });
  await threadsSandbox.react(network.world, id, { kind: "comment", text: "Lovely" });
  await network.published(text("As I said", { quote_post_id: id }));
  const { body } = await network.get(`/v1.0/${id}/insights`, { metric: "likes,replies,reposts,quotes,shares" });
  assert.deepEqual(
    body.data.map(({ name, period, values, id: own }) => [name, period, values, own]),
    Object.entries({ likes: 2, replies: 1, reposts: 1, quotes: 1, shares: 0 }).map(([name, value]) => [
      name,
      "lifetime",
      [{ value }],
      `${id}/insights/${name}/lifetime`,
    ]),
  );
  assert.deepEqual(await refusal(network.get(`/v1.0/${id}/insights`, { metric: "hearts" })), [100, undefined]);
  const original = (await feed()).find((post) => post.id === id);
  assert.deepEqual(original?.counts, { likes: 2, comments: 1, shares: 2 });
});

test("nobody acts for others or reads what is not theirs", async () => {
  const mine = await network.published(text("Mine"));
  const other = (await threadsSandbox.account("Other", network.world)).credentials.accessToken ?? "";
  const asOther = (method: string, path: string, parameters: Parameters = {}) =>
    refusal(network.ask(method, path, { token: other, parameters }));
  const { id } = (await network.get("/v1.0/me")).body;
  assert.deepEqual(await asOther("POST", `/v1.0/${id}/threads`, text("For you")), [100, 33]);
  assert.deepEqual(await asOther("GET", `/v1.0/${mine}`), [100, 33]);
  assert.deepEqual(await asOther("GET", `/v1.0/${mine}/insights`, { metric: "likes" }), [100, 33]);
  const container = await network.container(text("Mine too"));
  assert.deepEqual(await asOther("POST", "/v1.0/me/threads_publish", { creation_id: container }), [24, 4279009]);
});

test("faults strike containers, publishing, lists and reads", async () => {
  await network.fault("processing-fails", { seconds: 10 });
  const failing = await network.container(video());
  assert.deepEqual(await statusOf(failing), ["IN_PROGRESS", undefined]);
  network.pass(10);
  assert.deepEqual(await statusOf(failing), ["ERROR", "FAILED_PROCESSING_VIDEO"]);
  await network.fault("container-ends");
  assert.deepEqual(await statusOf(await network.container(text("Short-lived"))), ["EXPIRED", undefined]);
  await network.fault("quota");
  assert.deepEqual(await refusal(publish(await network.container(text("Too many")))), [9, undefined]);
  assert.equal((await network.get("/v1.0/me/threads_publishing_limit")).body.data[0]?.quota_usage, 250);
  await clearFaults(network.world, "quota");
  await network.fault("error-after");
  const lost = await network.container(text("Lost answer"));
  assert.deepEqual(await refusal(publish(lost)), [2, undefined]);
  assert.deepEqual(await statusOf(lost), ["PUBLISHED", undefined]);
  await network.fault("lists-refused", { count: 2 });
  assert.deepEqual(await refusal(network.get("/v1.0/me/threads")), [100, 33]);
  assert.deepEqual(await refusal(network.get(`/v1.0/${lost}`)), [100, 33]);
  await network.fault("late-lists", { seconds: 90 });
  assert.deepEqual((await network.get("/v1.0/me/threads")).body.data, []);
  network.pass(90);
  assert.equal((await network.get("/v1.0/me/threads")).body.data.length, 1);
});
