import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { apiOf, dataOf, pageOf } from "./support/api.ts";
import { assertInvalid, assertNoBrand, assertRefused, assertStatus } from "./support/expect.ts";
import { ATOM, EMPTY_RSS, JSON_FEED, PAGE_WITHOUT_FEED, pageWithFeed, RDF, RSS } from "./support/feeds.ts";
import { fileOf } from "./support/files.ts";
import { assertPages, NO_IDS, PAGE_MISTAKES } from "./support/lists.ts";
import { anOutside, type Outside } from "./support/outside.ts";
import * as resources from "./support/resources.ts";
import { sharedService } from "./support/service.ts";
import { aCollection, aMember, aWorkspace, updateAccount, type Workspace } from "./support/stage.ts";
import { type TextRule, textCases } from "./support/texts.ts";

describe("POST /brands/{brand_id}/automations", () => {
  let of: Workspace;
  let outside: Outside;
  let collectionId: number;
  let feedUrl: string;
  before(async () => {
    of = await aWorkspace({ timezone: "Europe/Berlin" });
    outside = await anOutside();
    collectionId = (await aCollection(of)).id;
    feedUrl = outside.on("/feed.xml", { type: "application/rss+xml", body: RSS });
  });
  const body = (change: Readonly<Record<string, unknown>> = {}) => ({
    name: "Blog",
    collectionId,
    type: "RSS",
    feedUrl,
    importAsType: "LINK",
    ...change,
  });
  const create = (change: Readonly<Record<string, unknown>> = {}, workspace = of) =>
    workspace.api.post(`${workspace.brand}/automations`, body(change));
  const created = async (change: Readonly<Record<string, unknown>> = {}) => dataOf(await create(change), resources.automation);

  test("the required fields are enough for an automation: 201 with runCount 0, lastRun 0 and the default templates", async () => {
    const { id: _, createdAt, updatedAt, ...rest } = await created();
    assert.deepEqual(rest, {
      name: "Blog",
      collectionId,
      status: "ACTIVE",
      type: "RSS",
      feedUrl,
      runCount: 0,
      importAsType: "LINK",
      lastRun: 0,
      title: "{{title}}",
      caption: "{{title}}\n\n{{link}}",
    });
    assert.ok(createdAt <= updatedAt);
  });

  test("templates and options are taken as sent", async () => {
    const templates = { title: " {{title}} 🥐", caption: "{{description}} {{ link }} {{unknown}}" };
    const read = await created({ ...templates, loadOldPosts: false, addPostsAsDraft: true, refreshRate: 6, importAsType: "CAROUSEL" });
    assert.deepEqual([read.title, read.caption, read.importAsType], [templates.title, templates.caption, "CAROUSEL"]);
  });

  for (const [format, text, type] of [
    ["RSS 2.0", RSS, "application/rss+xml"],
    ["RSS 1.0", RDF, "application/rdf+xml"],
    ["Atom", ATOM, "application/atom+xml"],
    ["JSON Feed", JSON_FEED, "application/feed+json"],
    ["RSS declared as text/plain", RSS, "text/plain"],
    ["a feed without items", EMPTY_RSS, "application/rss+xml"],
  ] as const) {
    test(`a feed in the format ${format} is accepted`, async () => {
      await created({ feedUrl: outside.on(`/formats/${encodeURIComponent(format)}`, { type, body: text }) });
    });
  }

  test("the address of a page that names its feed is accepted and reads back as sent", async () => {
    outside.on("/news/feed.xml", { type: "application/rss+xml", body: RSS });
    const page = outside.on("/news", { type: "text/html", body: pageWithFeed("/news/feed.xml") });
    assert.equal((await created({ feedUrl: page })).feedUrl, page);
    assert.ok(outside.seen.includes("GET /news/feed.xml"));
  });

  test("a redirected feed is accepted and reads back as sent", async () => {
    const old = outside.on("/old.xml", { redirect: "/feed.xml" });
    assert.equal((await created({ feedUrl: old })).feedUrl, old);
  });

  const failing: readonly (readonly [string, (site: Outside) => string])[] = [
    ["that answers 404", (site) => `${site.url}/gone.xml`],
    ["that answers 500", (site) => site.on("/broken", { status: 500, type: "text/plain", body: RSS })],
    ["that is a page without a feed", (site) => site.on("/", { type: "text/html", body: PAGE_WITHOUT_FEED })],
    ["that is an image", (site) => site.on("/photo.png", { type: "image/png", body: fileOf("png") })],
    ["that is broken XML", (site) => site.on("/cut.xml", { type: "application/rss+xml", body: "<rss version='2.0'><chan" })],
    ["where nobody listens", () => "http://127.0.0.1:9/feed.xml"],
    ["in a private network", () => "http://10.0.0.1/feed.xml"],
    ["that redirects into a private network", (site) => site.on("/inward", { redirect: "http://169.254.169.254/feed.xml" })],
    ["that redirects for ever", (site) => site.on("/loop", { redirect: "/loop" })],
  ];
  for (const [what, address] of failing) {
    test(`a feed ${what} answers 400 with errors.feedUrl`, async () => {
      // A site per test: discovery looks for feeds at other addresses of the same site.
      assertRefused(await create({ feedUrl: address(await anOutside()) }), 400, "feedUrl");
    });
  }

  test("an automation whose feed failed is not stored", async () => {
    const workspace = await aWorkspace();
    const own = (await aCollection(workspace)).id;
    assertRefused(await create({ collectionId: own, feedUrl: `${(await anOutside()).url}/none` }, workspace), 400, "feedUrl");
    assert.deepEqual(pageOf(await workspace.api.get(`${workspace.brand}/automations`), resources.automation).data, []);
  });

  for (const type of resources.feedSources) {
    test(`the type ${type} is accepted for a feed's own address`, async () => {
      assert.equal((await created({ type })).type, type);
    });
  }

  for (const importAsType of ["LINK", "IMAGE", "VIDEO", "CAROUSEL"]) {
    test(`importAsType ${importAsType} is accepted`, async () => {
      assert.equal((await created({ importAsType })).importAsType, importAsType);
    });
  }

  for (const refreshRate of [1, 6, 12, 24]) {
    test(`refreshRate ${refreshRate} is accepted`, async () => {
      await created({ refreshRate });
    });
  }

  const wrong: readonly (readonly [string, readonly unknown[]])[] = [
    ["collectionId", ["1", 1.5, null, 0, -1]],
    ["type", ["rss", "FACEBOOK", "", null, 5]],
    ["feedUrl", ["shop.example/feed", "ftp://shop.example/feed", "javascript:alert(1)", "", "http://", null, 5]],
    ["importAsType", ["link", "TEXT", null, 5]],
    ["loadOldPosts", ["true", 1]],
    ["addPostsAsDraft", ["false", 0]],
    ["refreshRate", [0, 2, 25, "24", 6.5]],
  ];
  for (const [field, values] of wrong) {
    for (const value of values) {
      test(`${field} ${JSON.stringify(value)} answers 422`, async () => {
        assertInvalid(await create({ [field]: value }), [field]);
      });
    }
  }

  for (const rule of [
    { field: "name", required: true },
    { field: "title", required: false },
    { field: "caption", required: false },
  ]) {
    const text: TextRule = { ...rule, max: 255, body: (value) => ({ [rule.field]: value }) };
    for (const one of textCases(text)) {
      test(`${rule.field} with ${one.name} is ${one.valid ? "accepted" : "refused with 422"}`, async () => {
        const reply = await create(text.body(one.value));
        if (one.valid) assertStatus(reply, 201);
        else assertInvalid(reply, [rule.field]);
      });
    }
  }

  test("an empty body reports every required field at once", async () => {
    assertInvalid(await of.api.post(`${of.brand}/automations`, {}), ["name", "collectionId", "type", "feedUrl", "importAsType"]);
  });

  test("the old field names subType, dynamicTitle, dynamicBody and description are not part of the contract", async () => {
    const old = {
      title: "Blog",
      collectionId,
      subType: "RSS",
      feedUrl,
      importAsType: "LINK",
      dynamicTitle: "x",
      dynamicBody: "y",
      description: "z",
    };
    assertInvalid(await of.api.post(`${of.brand}/automations`, old), ["name", "type"]);
    const read = await created({ subType: "ATOM", dynamicTitle: "x", dynamicBody: "y", description: "z" });
    assert.deepEqual([read.type, read.title, read.caption], ["RSS", "{{title}}", "{{title}}\n\n{{link}}"]);
  });

  test("a collection that does not exist or belongs to another brand answers 404, before the feed is fetched", async () => {
    const other = await aWorkspace();
    const foreign = (await aCollection(other)).id;
    const seen = outside.seen.length;
    for (const missing of [9007199254740991, foreign]) {
      assertRefused(await create({ collectionId: missing, feedUrl: `${outside.url}/none` }), 404, [
        "collection",
        "collection_id",
        "collectionId",
      ]);
    }
    assert.equal(outside.seen.length, seen);
  });

  test("the plan's number of automations can be reached but not exceeded: 403 with errors.plan", async () => {
    const workspace = await aWorkspace();
    const own = (await aCollection(workspace)).id;
    await updateAccount(workspace, { maxAutomations: 1 });
    assertStatus(await create({ collectionId: own }, workspace), 201);
    assertRefused(await create({ collectionId: own }, workspace), 403, "plan");
    assertInvalid(await create({ collectionId: own, name: "" }, workspace), ["name"]);
  });

  test("loadOldPosts imports the feed's current items, oldest first, into the queue", async () => {
    const workspace = await aWorkspace();
    const own = await aCollection(workspace);
    assertStatus(await create({ collectionId: own.id, loadOldPosts: true }, workspace), 201);
    const posts = await eventually("two imported posts", async () => {
      const { data } = pageOf(await workspace.api.get(`${workspace.brand}/posts`, { sort_order: "asc" }), resources.post);
      return data.length >= 2 ? data : null;
    });
    assert.deepEqual(
      posts.map((post) => [post.collectionId, post.title, post.body, post.postingType, post.status]),
      [
        [own.id, "Bread", "Bread\n\nhttps://shop.example/bread", "QUEUE", "PENDING"],
        [own.id, "Croissants & more", "Croissants & more\n\nhttps://shop.example/croissants", "QUEUE", "PENDING"],
      ],
    );
  });

  test("addPostsAsDraft imports drafts by the templates; unknown placeholders become empty", async () => {
    const workspace = await aWorkspace();
    const own = await aCollection(workspace);
    const templates = { title: "New: {{title}}", caption: "{{description}}|{{ link }}|{{nothing}}" };
    assertStatus(await create({ collectionId: own.id, loadOldPosts: true, addPostsAsDraft: true, ...templates }, workspace), 201);
    const posts = await eventually("two imported drafts", async () => {
      const { data } = pageOf(await workspace.api.get(`${workspace.brand}/posts`, { sort_order: "asc", status: "DRAFT" }), resources.post);
      return data.length >= 2 ? data : null;
    });
    assert.deepEqual(
      posts.map((post) => [post.title, post.body, post.postingType, post.postDate]),
      [
        ["New: Bread", "Warm|https://shop.example/bread|", "DRAFT", null],
        ["New: Croissants & more", "Fresh|https://shop.example/croissants|", "DRAFT", null],
      ],
    );
  });

  test("a viewer's automation answers 403 with errors.role", async () => {
    assertRefused(await create({}, await aMember(of, "viewer")), 403, "role");
  });

  test("a foreign brand answers 404, before validation", async () => {
    const other = await aWorkspace();
    assertNoBrand(await of.api.post(`${other.brand}/automations`, {}));
  });

  for (const id of NO_IDS) {
    test(`an automation in brand "${id}" answers 404`, async () => {
      assertStatus(await of.api.post(`/brands/${id}/automations`, body()), 404);
    });
  }

  test("creation without a key answers 401", async () => {
    assertRefused(await apiOf((await sharedService()).url, null).post(`${of.brand}/automations`, {}), 401, "authorization");
  });
});

describe("GET /brands/{brand_id}/automations", () => {
  let of: Workspace;
  let feedUrl: string;
  before(async () => {
    of = await aWorkspace();
    feedUrl = (await anOutside()).on("/feed.xml", { type: "application/rss+xml", body: EMPTY_RSS });
  });
  const automations = async (workspace: Workspace) =>
    pageOf(await workspace.api.get(`${workspace.brand}/automations`), resources.automation).data;
  const anAutomation = async (workspace: Workspace, collectionId: number, name: string) =>
    dataOf(
      await workspace.api.post(`${workspace.brand}/automations`, { name, collectionId, type: "RSS", feedUrl, importAsType: "LINK" }),
      resources.automation,
    );

  test("a brand without automations has an empty list", async () => {
    assert.deepEqual(await automations(of), []);
  });

  test("automations are listed newest first, in pages, as they were created", async () => {
    const workspace = await aWorkspace();
    const { id } = await aCollection(workspace);
    const made = [];
    for (const name of ["1", "2", "3"]) made.unshift(await anAutomation(workspace, id, name));
    assert.deepEqual(
      (await automations(workspace)).map((one) => [one.id, one.name, one.feedUrl, one.status]),
      made.map((one) => [one.id, one.name, feedUrl, "ACTIVE"]),
    );
    await assertPages(workspace.api, `${workspace.brand}/automations`, { row: resources.automation, total: 3 });
  });

  test("a viewer reads the automations", async () => {
    assert.deepEqual(await automations(await aMember(of, "viewer")), []);
  });

  for (const mistake of PAGE_MISTAKES) {
    test(`automations with ${mistake.name} answer 422`, async () => {
      assertInvalid(await of.api.get(`${of.brand}/automations`, mistake.query), mistake.fields);
    });
  }

  test("automations of a foreign brand answer 404", async () => {
    assertNoBrand(await of.api.get(`${(await aWorkspace()).brand}/automations`));
  });

  for (const id of NO_IDS) {
    test(`automations of brand "${id}" answer 404`, async () => {
      assertStatus(await of.api.get(`/brands/${id}/automations`), 404);
    });
  }

  test("automations without a key answer 401", async () => {
    assertRefused(await apiOf((await sharedService()).url, null).get(`${of.brand}/automations`), 401, "authorization");
  });
});
