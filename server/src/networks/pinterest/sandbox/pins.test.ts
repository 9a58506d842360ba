import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { pinterestSandbox } from "./index.ts";
import { fieldsIn, mistakeIn, openStage, pageIn, refusalIn, type Stage, textAt } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

type Fields = Readonly<Record<string, unknown>>;
const feed = () => pinterestSandbox.feed(stage.world, { limit: 100 });
const show = async (id: string) => fieldsIn(await stage.ask("GET", `/pins/${id}`));

test("a pin of a picture is fetched, readers see it, and the API tells about it", async () => {
  const id = await stage.pin({ title: "Rye", description: "Fresh #bread", link: "https://bakery.example/rye?a=1&b=2", alt_text: "A loaf" });
  assert.match(id, /^81\d{16}$/);
  const { media, ...told } = await show(id);
  assert.deepEqual(told, {
    id,
    created_at: "2026-11-21T09:00:00",
    link: "https://bakery.example/rye?a=1&b=2",
    title: "Rye",
    description: "Fresh #bread",
    alt_text: "A loaf",
    dominant_color: null,
    board_id: stage.boardId,
    board_section_id: null,
    board_owner: { username: "corner_bakery" },
    parent_pin_id: null,
    is_owner: true,
    is_standard: true,
    has_been_promoted: false,
    creative_type: "REGULAR",
    pin_metrics: null,
  });
  const [post] = await feed();
  const [shown] = post?.media ?? [];
  assert.deepEqual(media, {
    media_type: "image",
    images: {
      "150x150": { width: 150, height: 150, url: shown?.url },
      "400x300": { width: 400, height: 300, url: shown?.url },
      "600x": { width: 600, height: 900, url: shown?.url },
      "1200x": { width: 1200, height: 1800, url: shown?.url },
    },
  });
  assert.deepEqual([post?.author, post?.text], ["@corner_bakery on Corner Bakery", "Rye\n\nFresh #bread"]);
  assert.deepEqual(post?.card, { url: "https://bakery.example/rye?a=1&b=2", title: "bakery.example", description: "/rye" });
  assert.deepEqual([shown?.mime, shown?.alt], ["image/jpeg", "A loaf"]);
  assert.equal((await fetch(shown?.url ?? "")).headers.get("content-type"), "image/jpeg");
  assert.equal(post?.url, `${stage.world.baseUrl}/www/pin/${id}/`);
  assert.match(await (await fetch(post?.url ?? "")).text(), /Fresh #bread/);
});

const LENGTHS = [
  ["title", 100],
  ["description", 800],
  ["alt_text", 500],
] as const;
for (const [name, max] of LENGTHS) {
  test(`${name} has at most ${max} code points, or UTF-16 units if the network is set so`, async () => {
    await stage.pin({ [name]: "🥐".repeat(max) });
    assert.equal(
      mistakeIn(await stage.create({ [name]: "x".repeat(max + 1) })),
      `Invalid request: '${name}' does not match constraint: maxLength=${max}`,
    );
    await stage.set({ length_unit: "utf-16" });
    mistakeIn(await stage.create({ [name]: "🥐".repeat(max / 2 + 1) }));
  });
}

test("fields that are missing or of a wrong form are refused", async () => {
  const link = `https://bakery.example/${"x".repeat(2048)}`;
  assert.match(mistakeIn(await stage.create({ link })), /'link'.*maxLength=2048/);
  assert.match(mistakeIn(await stage.create({ link: "bakery" })), /'link'.*format=uri/);
  assert.match(mistakeIn(await stage.create({ board_id: "mugs" })), /'board_id'.*pattern/);
  assert.match(mistakeIn(await stage.create({ board_id: undefined })), /'board_id'.*type=string/);
  assert.match(mistakeIn(await stage.create({ dominant_color: "red" })), /'dominant_color'.*pattern/);
  assert.match(mistakeIn(await stage.create({ media_source: undefined })), /'media_source'/);
  assert.match(mistakeIn(await stage.create({ media_source: { source_type: "pin_url" } })), /enum=image_url/);
  assert.deepEqual(refusalIn(await stage.create({ parent_pin_id: "123" })), [404, 50]);
  assert.deepEqual(await feed(), []);
});

test("empty fields are absent, and come back as null or as empty texts", async () => {
  const id = await stage.pin({ title: "", description: null, link: "" });
  const texts = ({ title, description, link, alt_text }: Fields) => [title, description, link, alt_text];
  assert.deepEqual(texts(await show(id)), [null, null, null, null]);
  await stage.set({ empty_texts: "empty" });
  assert.deepEqual(texts(await show(id)), ["", "", "", ""]);
});

test("set so, texts come back escaped and links normalised", async () => {
  const id = await stage.pin({ title: "Salt & <pepper>", link: "https://Bakery.example?a=1&b=2" });
  await stage.set({ escapes_texts: true, normalises_links: true });
  const { title, link } = await show(id);
  assert.deepEqual([title, link], ["Salt &amp; &lt;pepper&gt;", "https://bakery.example/?a=1&b=2"]);
});

test("two equal requests make two pins, and one pin on each of two boards is no duplicate", async () => {
  const other = textAt(await stage.ask("POST", "/boards", { body: { name: "Mugs" } }), "id");
  for (const board_id of [stage.boardId, stage.boardId, other]) await stage.pin({ title: "Mug", board_id });
  const authors = (await feed()).map(({ author }) => author);
  assert.deepEqual(authors, ["@corner_bakery on Mugs", "@corner_bakery on Corner Bakery", "@corner_bakery on Corner Bakery"]);
});

test("a pin is deleted by its owner or the owner of the board, and by nobody else", async () => {
  const token = await stage.tokenOf("Ada");
  const group = pageIn(await stage.ask("GET", "/boards", { token })).items.at(-1);
  const body = { board_id: group?.id, media_source: stage.source("a.jpg") };
  const id = textAt(await stage.ask("POST", "/pins", { token, body }), "id");
  const others = await stage.tokenOf("Bob");
  assert.deepEqual(refusalIn(await stage.ask("DELETE", `/pins/${id}`, { token: others })), [403, 29]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/pins/${id}`)), [403, 29]);
  const { status, body: none } = await stage.ask("DELETE", `/pins/${id}`, { token });
  assert.deepEqual([status, none], [204, null]);
  assert.deepEqual(refusalIn(await stage.ask("DELETE", `/pins/${id}`, { token })), [404, 50]);
  const second = textAt(await stage.ask("POST", "/pins", { token, body }), "id");
  assert.equal((await stage.ask("DELETE", `/pins/${second}`, { token: await stage.tokenOf("Village Market") })).status, 204);
  assert.deepEqual(await feed(), []);
});

test("nobody pins to a board that they were not invited to, that is gone, or that is secret without the scope", async () => {
  const token = await stage.tokenOf("Ada", ["boards:read", "boards:read_secret", "boards:write", "pins:read", "pins:write"]);
  const boards = pageIn(await stage.ask("GET", "/boards", { token })).items;
  const pinTo = (board_id: unknown) => stage.ask("POST", "/pins", { token, body: { board_id, media_source: stage.source("a.jpg") } });
  assert.deepEqual(refusalIn(await pinTo(stage.boardId)), [403, 7]);
  assert.deepEqual(refusalIn(await pinTo("123")), [404, 40]);
  const secret = boards.find(({ privacy }) => privacy === "SECRET");
  assert.deepEqual(refusalIn(await pinTo(secret?.id)), [401, 3]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/boards/${secret?.id}/pins`, { token })), [401, 3]);
  const all = await stage.tokenOf("Ada");
  assert.equal(
    (await stage.ask("POST", "/pins", { token: all, body: { board_id: secret?.id, media_source: stage.source("a.jpg") } })).status,
    201,
  );
  assert.equal((await feed())[0]?.label, "Secret");
});

test("with the board its pins are gone", async () => {
  const id = await stage.pin();
  assert.equal((await stage.ask("DELETE", `/boards/${stage.boardId}`)).status, 204);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/pins/${id}`)), [404, 50]);
  assert.deepEqual(refusalIn(await stage.create()), [404, 40]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/boards/${stage.boardId}/pins`)), [404, 40]);
  assert.deepEqual(await feed(), []);
});
