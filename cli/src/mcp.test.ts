import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { tools } from "@rostrum/contract/tools/table.ts";
import { aPlace, aPost, type Place } from "../../server/src/testing/builders.ts";
import { aSite } from "../../server/src/testing/feeds.ts";
import { aPicture } from "../../server/src/testing/media.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aLocalToolClient, type Local, PROGRAM } from "../../server/src/testing/tool-client.ts";

let stage: Stage;
let place: Place;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage);
});
after(() => stage[Symbol.asyncDispose]());

const anAgent = (more: Partial<Local> = {}) => aLocalToolClient({ url: stage.url, key: place.person.key, ...more });

for (const form of ["2026", "2025"] as const) {
  test(`a client of ${form} on standard input lists the 17 tools and calls them`, async () => {
    await using agent = await anAgent({ form });
    assert.deepEqual(
      (await agent.client.listTools()).tools.map(({ name }) => name),
      tools.map(({ name }) => name),
    );
    const { body } = await agent.call("list_brands");
    assert.equal(body.data[0].id, place.brandId);
  });
}

test("times are given in the brand's zone, which API replies do not contain", async () => {
  await using agent = await anAgent();
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-12-24 18:00:00" });
  const { body } = await agent.call("list_brand_posts", { brandId: place.brandId, view: "SCHEDULED", perPage: 1 });
  const { data, pagination } = body;
  assert.deepEqual(data[0].times.postDate, { local: "2026-12-24 18:00:00", weekday: "Thursday", utc: "2026-12-24 17:00:00" });
  assert.equal(data[0].times.timezone, "Europe/Berlin");
  assert.deepEqual(pagination, { currentPage: 1, perPage: 1, total: 1, lastPage: 1, nextPage: null });
});

test("refusals are results with the tools' own names", async () => {
  await using agent = await anAgent();
  const range = (await agent.call("list_brand_posts", { brandId: place.brandId, perPage: 101 })).body;
  assert.deepEqual(range.errors, { perPage: ["The perPage field must not be greater than 100."] });
  const missing = (await agent.call("list_channels")).body;
  assert.deepEqual(missing.errors, { brandId: ["The brandId field is required."] });
  const foreign = (await agent.call("list_channels", { brandId: 999_999 })).body;
  assert.deepEqual(
    [foreign.httpStatus, foreign.errors, foreign.next],
    [404, { brand: "Brand not found." }, "Take a brandId from list_brands."],
  );
});

test("a rate limit is reported at once, with the seconds to wait", async () => {
  await using limited = await openStage({ ROSTRUM_RATE_LIMIT_RESOURCE: "2" });
  const other = await aPlace(limited, { channels: [] });
  await using agent = await anAgent({ url: limited.url, key: other.person.key });
  await agent.call("list_brands");
  const refused = (await agent.call("list_brands")).body;
  assert.deepEqual([refused.httpStatus, refused.retryAfterSeconds, refused.next], [429, 60, "Try again in 60 s."]);
});

test("a service that cannot be reached is a result that says so", async () => {
  await using agent = await anAgent({ url: "http://127.0.0.1:1", key: "rst_nobody" });
  const lost = (await agent.call("create_collection", { brandId: 1, title: "Bread" })).body;
  assert.deepEqual(
    [lost.httpStatus, lost.next],
    [null, "It may have been carried out. Look with list_collections before you call it again."],
  );
  assert.match(lost.message, /cannot be reached/);
});

test("files are accepted as base64, or from public URLs only", async () => {
  const picture = await aPicture();
  await using site = await aSite();
  const url = site.on("/bread.png", { body: picture });
  await using agent = await anAgent();
  const upload = async (given: object, by = agent) => (await by.call("upload_media", { brandId: place.brandId, ...given })).body;
  const sent = await upload({ fileName: "a.png", contentBase64: picture.toString("base64") });
  assert.deepEqual([sent.data.type, sent.data.size], ["image/png", picture.length]);
  for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0x7f000001"]) {
    const { errors } = await upload({ url: url.replace("127.0.0.1", host) });
    assert.deepEqual(errors, { media: "The media address could not be downloaded." }, host);
  }
  assert.deepEqual(site.seen, []);
  await using open = await anAgent({ settings: { ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" } });
  const fetched = await upload({ url: site.on("/moved", { status: 302, headers: { location: "/bread.png" } }) }, open);
  assert.deepEqual([fetched.data.type, fetched.data.size], ["image/png", picture.length]);
  const { body } = await open.call("list_media", { brandId: place.brandId });
  assert.deepEqual([body.data[0].name, body.data[1].name], ["bread.png", "a.png"]);
});

test("without a key the command exits with 3 and says where to put one", () => {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, "mcp"], {
    env: { ROSTRUM_URL: stage.url, HOME: "/nonexistent" },
    encoding: "utf8",
  });
  assert.equal(status, 3);
  assert.match(stderr, /ROSTRUM_API_KEY/);
});
