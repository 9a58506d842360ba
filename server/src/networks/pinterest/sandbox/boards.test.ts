import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { pinterestSandbox } from "./index.ts";
import { fieldsIn, openStage, pageIn, refusalIn, type Stage, textAt } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const create = (body: Readonly<Record<string, unknown>>) => stage.ask("POST", "/boards", { body });
const list = (query = "") => stage.ask("GET", `/boards${query}`);
const namesIn = async (query = "") => pageIn(await list(query)).items.map(({ name }) => name);

test("a channel's credentials lead to a person with one board of that name, every time to the same", async () => {
  const { id, ...account } = fieldsIn(await stage.ask("GET", "/user_account"));
  assert.match(String(id), /^27\d{17}$/);
  assert.deepEqual(account, {
    username: "corner_bakery",
    account_type: "BUSINESS",
    business_name: "Corner Bakery",
    about: "",
    website_url: "",
    profile_image: `${stage.world.baseUrl}/www/portrait.png`,
    board_count: 1,
    pin_count: 0,
    follower_count: 0,
    following_count: 0,
    monthly_views: 0,
  });
  assert.equal((await fetch(String(account.profile_image))).headers.get("content-type"), "image/png");
  assert.deepEqual(await namesIn(), ["Corner Bakery"]);
  assert.equal(pageIn(await list()).items[0]?.id, stage.boardId);
});

test("names in other scripts are of different people, each with a board of that name", async () => {
  const { account } = pinterestSandbox;
  const [first, second, again] = await Promise.all(["Пекарня", "面包店", "Пекарня"].map((name) => account(name, stage.world)));
  assert.equal(first?.credentials.boardId, again?.credentials.boardId);
  const token = second?.credentials.accessToken ?? "";
  const { items } = pageIn(await stage.ask("GET", "/boards", { token }));
  assert.deepEqual(
    items.map(({ id, name }) => [id, name]),
    [[second?.credentials.boardId, "面包店"]],
  );
});

test("replies bear the network's own time", async () => {
  stage.pass(90);
  assert.equal((await list()).headers.get("date"), "Sat, 21 Nov 2026 09:01:30 GMT");
});

test("a board is created and shown with its newest pictures", async () => {
  const created = await create({ name: "Mugs", description: "Of clay", privacy: "PROTECTED" });
  assert.equal(created.status, 201);
  const { id, ...board } = fieldsIn(created);
  assert.match(String(id), /^54\d{16}$/);
  assert.deepEqual(board, {
    created_at: "2026-11-21T09:00:00",
    board_pins_modified_at: "2026-11-21T09:00:00",
    name: "Mugs",
    description: "Of clay",
    collaborator_count: 0,
    pin_count: 0,
    follower_count: 0,
    media: { image_cover_url: null, pin_thumbnail_urls: [] },
    owner: { username: "corner_bakery" },
    privacy: "PROTECTED",
    is_ads_only: false,
  });
  stage.pass(60);
  await stage.pin({ board_id: id });
  const shown = fieldsIn(await stage.ask("GET", `/boards/${id}`));
  const { image_cover_url, pin_thumbnail_urls } = Object(shown.media);
  assert.deepEqual([shown.pin_count, shown.board_pins_modified_at, pin_thumbnail_urls], [1, "2026-11-21T09:01:00", [image_cover_url]]);
  assert.equal((await fetch(image_cover_url)).status, 200);
});

test("a board needs a name that the person has not used, and a known privacy", async () => {
  assert.deepEqual(refusalIn(await create({ name: "corner bakery" })), [400, 58]);
  assert.deepEqual((await create({ name: " " })).body, {
    code: 1,
    message: "Invalid request: 'name' does not match constraint: minLength=1",
  });
  assert.deepEqual(refusalIn(await create({ name: "x".repeat(181) })), [400, 1]);
  assert.deepEqual(refusalIn(await create({ name: "Mugs", privacy: "HIDDEN" })), [400, 1]);
  assert.deepEqual(refusalIn(await stage.ask("POST", "/boards", { body: [] })), [400, 1]);
  assert.deepEqual(await namesIn(), ["Corner Bakery"]);
});

test("boards are listed in pages, whose bookmarks stay valid when boards go", async () => {
  for (const name of ["B", "C", "D"]) await create({ name });
  const first = pageIn(await list("?page_size=2"));
  assert.deepEqual(
    first.items.map(({ name }) => name),
    ["Corner Bakery", "B"],
  );
  await stage.ask("DELETE", `/boards/${first.items[1]?.id}`);
  const second = pageIn(await list(`?page_size=2&bookmark=${first.bookmark}`));
  assert.deepEqual([second.items.map(({ name }) => name), second.bookmark], [["C", "D"], null]);
  for (const query of ["?page_size=0", "?page_size=251", "?page_size=x", "?bookmark=x"]) {
    assert.deepEqual(refusalIn(await list(query)), [400, 1], query);
  }
  assert.equal((await list("?page_size=250")).status, 200);
});

test("boards are listed by privacy", async () => {
  await create({ name: "Open", privacy: "PROTECTED" });
  await create({ name: "Hidden", privacy: "SECRET" });
  const named = async (privacy: string) => namesIn(`?privacy=${privacy}`);
  assert.deepEqual(await named("ALL"), ["Corner Bakery", "Open", "Hidden"]);
  assert.deepEqual(await named("PUBLIC"), ["Corner Bakery"]);
  assert.deepEqual(await named("PROTECTED"), ["Open"]);
  assert.deepEqual(await named("SECRET"), ["Hidden"]);
  assert.deepEqual(await named("PUBLIC_AND_SECRET"), ["Corner Bakery", "Hidden"]);
  assert.deepEqual(refusalIn(await list("?privacy=OURS")), [400, 1]);
});

test("secret boards need scopes of their own", async () => {
  const id = textAt(await create({ name: "Hidden", privacy: "SECRET" }), "id");
  const token = await stage.tokenOf("Corner Bakery", ["boards:read", "boards:write"]);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/boards/${id}`, { token })), [401, 3]);
  assert.deepEqual(refusalIn(await stage.ask("POST", "/boards", { token, body: { name: "Safe", privacy: "SECRET" } })), [401, 3]);
});

test("a board is deleted by its owner alone, and its name is free again", async () => {
  const token = await stage.tokenOf("Ada");
  const group = pageIn(await stage.ask("GET", "/boards", { token })).items.at(-1);
  assert.deepEqual(refusalIn(await stage.ask("DELETE", `/boards/${group?.id}`, { token })), [403, 29]);
  assert.deepEqual(refusalIn(await stage.ask("DELETE", `/boards/${stage.boardId}`, { token })), [403, 29]);
  assert.equal((await stage.ask("DELETE", `/boards/${stage.boardId}`)).status, 204);
  assert.deepEqual(refusalIn(await stage.ask("GET", `/boards/${stage.boardId}`)), [404, 40]);
  assert.deepEqual(await namesIn(), []);
  assert.equal((await create({ name: "Corner Bakery" })).status, 201);
});

test("a person who logs in again finds the boards as they left them", async () => {
  const token = await stage.tokenOf("Ada");
  const [first] = pageIn(await stage.ask("GET", "/boards", { token })).items;
  await stage.ask("DELETE", `/boards/${first?.id}`, { token });
  const again = pageIn(await stage.ask("GET", "/boards", { token: await stage.tokenOf("Ada") })).items;
  assert.deepEqual(
    again.map(({ name }) => name),
    ["Ada Partners", "Ada Drafts", "Made in the Village"],
  );
});

test("ids are digits, and paths that do not exist answer 404", async () => {
  assert.deepEqual(refusalIn(await stage.ask("GET", "/boards/mugs")), [400, 1]);
  assert.deepEqual(refusalIn(await stage.ask("GET", "/likes")), [404, 404]);
});
