import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { linkedinSandbox } from "./index.ts";
import { aPost, elementsIn, fieldsIn, jpeg, openStage, pdf, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const at = (urn: string) => `/rest/posts/${encodeURIComponent(urn)}`;
const create = (fields: Record<string, unknown> = {}, token = stage.token) =>
  stage.ask("POST", "/rest/posts", { token, body: aPost({ author: stage.author, ...fields }) });
const finder = (author = stage.author, query = "") => `/rest/posts?q=author&author=${encodeURIComponent(author)}${query}`;
const feed = () => linkedinSandbox.feed(stage.world, { limit: 100 });
const newest = async () => (await feed())[0];

test("A post answers 201 without a body and with its URN in a header, and its permalink shows it", async () => {
  const answer = await create({ commentary: "Fresh bread" });
  assert.deepEqual([answer.status, answer.body], [201, null]);
  const urn = answer.headers.get("x-restli-id") ?? "";
  assert.match(urn, /^urn:li:share:\d{19}$/);
  const post = await newest();
  assert.deepEqual(
    [post?.id, post?.author, post?.text, post?.url],
    [urn, "Corner Bakery", "Fresh bread", `${stage.world.baseUrl}/www/feed/update/${urn}/`],
  );
  for (const address of [post?.url ?? "", `${stage.world.baseUrl}/www/company/corner-bakery/`]) {
    const page = await fetch(address);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /Fresh bread/);
  }
});

test("A post is read back as it was sent, by those who may read the organization's posts", async () => {
  const urn = await stage.post({ commentary: String.raw`Bread \(rye\) #news` });
  const { createdAt, commentary, author, lifecycleState } = fieldsIn(await stage.ask("GET", at(urn)));
  assert.deepEqual(
    [createdAt, commentary, author, lifecycleState],
    [Date.parse("2026-11-21T09:00:00Z"), String.raw`Bread \(rye\) #news`, stage.author, "PUBLISHED"],
  );
  await stage.set({ commentary_read: "shown" });
  assert.equal(fieldsIn(await stage.ask("GET", at(urn))).commentary, "Bread (rye) #news");
  const ada = await stage.member("Ada");
  assert.deepEqual(refusalIn(await stage.ask("GET", at(urn), { token: ada.token })), [403, "ACCESS_DENIED"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", at("urn:li:share:1"))), [404, "NOT_FOUND"]);
});

test("The finder lists an organization's posts, newest first, and those of a member for nobody", async () => {
  const ada = await stage.member("Ada");
  const first = await stage.post();
  stage.pass(1);
  const second = await stage.post();
  assert.deepEqual(
    elementsIn(await stage.ask("GET", finder(stage.author, "&count=10&sortBy=LAST_MODIFIED"))).map(({ id }) => id),
    [second, first],
  );
  assert.deepEqual(
    elementsIn(await stage.ask("GET", finder(stage.author, "&start=1&count=1"))).map(({ id }) => id),
    [first],
  );
  await stage.post({ author: ada.urn }, ada.token);
  assert.deepEqual(refusalIn(await stage.ask("GET", finder(ada.urn), { token: ada.token })), [403, "ACCESS_DENIED"]);
  const club = ada.organizations.ANALYST ?? "";
  assert.deepEqual(refusalIn(await stage.ask("GET", finder(club), { token: ada.token })), [403, "ACCESS_DENIED"]);
});

test("Members post for themselves and for organizations in which they have the role, not for others", async () => {
  const ada = await stage.member("Ada");
  for (const author of [ada.urn, ada.organizations.ADMINISTRATOR, ada.organizations.CONTENT_ADMINISTRATOR]) {
    assert.match(await stage.post({ author }, ada.token), /^urn:li:share:/);
  }
  for (const author of [ada.organizations.ANALYST ?? "", stage.author, "urn:li:person:somebody"]) {
    assert.deepEqual(refusalIn(await create({ author }, ada.token)), [403, "ACCESS_DENIED"], author);
  }
  const { token } = await stage.member("Ada", ["openid", "w_organization_social"]);
  assert.deepEqual(refusalIn(await create({ author: ada.urn }, token)), [403, "ACCESS_DENIED"]);
});

test("An article shows the card that came with it", async () => {
  const thumbnail = await stage.upload("image", jpeg);
  const article = { source: "https://bakery.example/rye", title: "Rye", description: "Two days", thumbnail };
  await stage.post({ content: { article } });
  assert.deepEqual((await newest())?.card, { url: "https://bakery.example/rye", title: "Rye", description: "Two days" });
  assert.equal((await create({ content: { article: { source: "https://bakery.example/rye" } } })).status, 422);
});

test("Images, with descriptions, a document with its title and a poll show as readers see them", async () => {
  const [a, b] = [await stage.upload("image", jpeg), await stage.upload("image", jpeg)];
  await stage.post({ content: { media: { id: a, altText: "A loaf" } } });
  const shown = async () => (await newest())?.media.map(({ mime, alt }) => [mime, alt]);
  assert.deepEqual(await shown(), [["image/jpeg", "A loaf"]]);
  stage.pass(1);
  await stage.post({ content: { multiImage: { images: [{ id: a, altText: "One" }, { id: b }] } } });
  assert.deepEqual(await shown(), [
    ["image/jpeg", "One"],
    ["image/jpeg", ""],
  ]);
  stage.pass(1);
  const document = await stage.upload("document", pdf);
  assert.equal((await create({ content: { media: { id: document } } })).status, 422);
  await stage.post({ content: { media: { id: document, title: "Menu" } } });
  assert.deepEqual(await shown(), [["application/pdf", "Menu"]]);
  stage.pass(1);
  const poll = { question: "Tea?", options: [{ text: "Yes" }, { text: "No" }], settings: { duration: "THREE_DAYS" } };
  await stage.post({ commentary: "Vote!", content: { poll } });
  const post = await newest();
  assert.deepEqual([post?.label, post?.poll], ["Poll: Tea?", { options: ["Yes", "No"], endsAt: "2026-11-24T09:00:03.000000Z" }]);
  const page = await (await fetch(`${stage.world.baseUrl}/`)).text();
  for (const words of ["Menu", "A loaf", "Poll: Tea?"]) assert.ok(page.includes(words), words);
});

test("Media must be there, ready, and the author's own", async () => {
  await stage.set({ image_seconds: 20 });
  const ada = await stage.member("Ada");
  const image = await stage.upload("image", jpeg);
  const media = { id: image };
  assert.deepEqual(refusalIn(await create({ content: { media } })), [400, "MEDIA_ASSET_WAITING_UPLOAD"]);
  stage.pass(20);
  assert.deepEqual(refusalIn(await create({ author: ada.urn, content: { media } }, ada.token)), [403, "ACCESS_DENIED"]);
  await stage.post({ content: { media } });
  assert.deepEqual(refusalIn(await create({ content: { media: { id: "urn:li:image:C4nothing" } } })), [404, "NOT_FOUND"]);
  const broken = await stage.upload("image", Buffer.from("no picture"));
  stage.pass(20);
  assert.deepEqual(refusalIn(await create({ content: { media: { id: broken } } })), [400, "MEDIA_ASSET_PROCESSING_FAILED"]);
});

test("Posts that are too long, empty, or have fields that nobody knows are refused with what is wrong", async () => {
  await stage.post({ commentary: "x".repeat(3000) });
  await stage.post({ commentary: String.raw`\(`.repeat(3000) });
  assert.deepEqual(refusalIn(await create({ commentary: "x".repeat(3001) })), [422, "FIELD_LENGTH_TOO_LONG"]);
  assert.deepEqual(refusalIn(await create({ commentary: "" })), [422, "MISSING_FIELD"]);
  assert.deepEqual(refusalIn(await create({ text: "x" })), [422, "FIELD_INVALID"]);
  const options = [{ text: "Yes" }];
  const content = { poll: { question: "Tea?", options, settings: { duration: "ONE_DAY" } } };
  assert.equal((await create({ content })).status, 422);
  const image = await stage.upload("image", jpeg);
  assert.equal((await create({ content: { multiImage: { images: [{ id: image }] } } })).status, 422);
});

test("What kind of URN a post gets is not promised", async () => {
  await stage.set({ ugc_posts: ["text"] });
  assert.match(await stage.post(), /^urn:li:ugcPost:\d+$/);
});

test("A URN that stands unencoded in an address is refused", async () => {
  const urn = await stage.post();
  assert.deepEqual(refusalIn(await stage.ask("GET", `/rest/posts/${urn}`)), [400, "ILLEGAL_ARGUMENT"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/rest/posts?q=author&author=${stage.author}`)), [400, "ILLEGAL_ARGUMENT"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", finder(stage.author, "&fields=id"))), [400, "ILLEGAL_ARGUMENT"]);
});

test("By default an equal post is published again", async () => {
  await stage.post();
  await stage.post();
  assert.equal((await feed()).length, 2);
});

test("If duplicates are refused, the refusal names the first post in its message, for some hours", async () => {
  await stage.set({ duplicates: "on", duplicates_hours: 24 });
  const urn = await stage.post();
  const { status, body } = await create();
  assert.deepEqual(body, {
    errorDetailType: "com.linkedin.common.error.BadRequest",
    message: `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${urn}`,
    errorDetails: { inputErrors: [{ description: "Duplicate post is detected", input: {}, code: "DUPLICATE_POST" }] },
    status: 422,
  });
  assert.equal(status, 422);
  const ada = await stage.member("Ada");
  await stage.post({ author: ada.urn }, ada.token);
  const content = { media: { id: await stage.upload("image", jpeg) } };
  assert.equal((await create({ content })).status, 422);
  await stage.set({ duplicates: "on", duplicates_among: "without media" });
  await stage.post({ content });
  stage.pass(24 * 3600);
  await stage.post();
});

test("A ghost is named by each refusal, is another post each time, and is nowhere to be found", async () => {
  await stage.set({ duplicates: "ghost" });
  const urn = await stage.post();
  const names = new Set([urn]);
  for (const _time of [1, 2]) {
    const answer = await create();
    assert.deepEqual(refusalIn(answer), [422, "DUPLICATE_POST"]);
    const [name = ""] = /urn:li:share:\d+/.exec(JSON.stringify(answer.body)) ?? [];
    assert.equal((await stage.ask("GET", at(name))).status, 404);
    names.add(name);
  }
  assert.equal(names.size, 3);
});
