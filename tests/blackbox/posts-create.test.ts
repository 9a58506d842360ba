import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { apiOf, dataOf } from "./support/api.ts";
import { assertInvalid, assertRefused, assertStatus } from "./support/expect.ts";
import { NO_IDS } from "./support/lists.ts";
import * as resources from "./support/resources.ts";
import { sharedService } from "./support/service.ts";
import { aChannel, aCollection, aMember, aPost, aWorkspace, readPost, updateAccount, type Workspace } from "./support/stage.ts";
import { type TextRule, textCases } from "./support/texts.ts";
import { localIn, slotInDays, slotMoments, toUtc } from "./support/time.ts";

describe("POST /brands/{brand_id}/collections/{collection_id}/posts", () => {
  let of: Workspace;
  let collectionId: number;
  before(async () => {
    of = await aWorkspace({ timezone: "Asia/Kathmandu" });
    collectionId = (await aCollection(of)).id;
  });
  type Body = Readonly<Record<string, unknown>>;
  const send = (body: unknown, workspace = of, collection: number | string = collectionId) =>
    workspace.api.post(`${workspace.brand}/collections/${collection}/posts`, body);
  const create = (change: Body = {}) => send({ publishMode: "DRAFT", caption: "Fresh croissants", ...change });
  const readBack = async (change: Body = {}) => await readPost(of, dataOf(await create(change), resources.acknowledged).id);

  test("DRAFT saves a draft without postDate: 201 with id and message", async () => {
    const reply = await create();
    assert.equal(reply.status, 201);
    const { id, createdAt, updatedAt, ...rest } = await readPost(of, dataOf(reply, resources.acknowledged).id);
    assert.deepEqual(rest, {
      collectionId,
      title: null,
      body: "Fresh croissants",
      media: [],
      postType: "TEXT",
      postingType: "DRAFT",
      status: "DRAFT",
      postDate: null,
    });
    assert.ok(id > 0 && createdAt <= updatedAt);
  });

  test("QUEUE adds the post to the collection's queue at the next available slot", async () => {
    const slots = [slotInDays(2, "09:15", "Asia/Kathmandu"), slotInDays(4, "18:45", "Asia/Kathmandu")];
    const queue = await aCollection(of, { queues: slots });
    const ids = [];
    for (let made = 0; made < 3; made += 1) ids.push(await aPost(of, queue.id, { publishMode: "QUEUE" }));
    const read = [];
    for (const id of ids) read.push(await readPost(of, id));
    assert.deepEqual(
      read.map((post) => [post.postingType, post.status, post.postDate]),
      slotMoments(slots, "Asia/Kathmandu", 3).map((moment) => ["QUEUE", "PENDING", moment]),
    );
  });

  test("a queued post of a collection without slots has no postDate", async () => {
    const read = await readBack({ publishMode: "QUEUE" });
    assert.deepEqual([read.postingType, read.status, read.postDate], ["QUEUE", "PENDING", null]);
  });

  test("SCHEDULE places the post at scheduledAt, which reads back in UTC", async () => {
    const scheduledAt = localIn(24 * 60, "Asia/Kathmandu");
    const read = await readBack({ publishMode: "SCHEDULE", scheduledAt });
    assert.deepEqual([read.postingType, read.status, read.postDate], ["SCHEDULE", "PENDING", toUtc(scheduledAt, "Asia/Kathmandu")]);
  });

  test("IMMEDIATE reads back as NOW, with the moment of publishing as postDate", async () => {
    const before = Temporal.Now.instant().subtract({ seconds: 2 });
    const read = await readBack({ publishMode: "IMMEDIATE" });
    assert.equal(read.postingType, "NOW");
    const at = Temporal.Instant.from(`${read.postDate?.replace(" ", "T")}Z`);
    assert.ok(Temporal.Instant.compare(at, before) > 0 && Temporal.Instant.compare(at, Temporal.Now.instant().add({ seconds: 2 })) < 0);
  });

  test("scheduledAt has no effect on a draft", async () => {
    assert.equal((await readBack({ scheduledAt: localIn(60, "Asia/Kathmandu") })).postDate, null);
  });

  test("caption and title are stored exactly as sent, without trimming", async () => {
    const text = " \n<b>Zoe\u0301</b> &amp; 👩‍👩‍👧 \u202eright\tleft\r\n\n\n ";
    const read = await readBack({ caption: text, title: text });
    assert.deepEqual([read.body, read.title], [text, text]);
  });

  test("unknown fields are ignored", async () => {
    const read = await readBack({ channels: [1], status: "PUBLISHED", postingType: "NOW", id: 5, nonsense: { a: 1 } });
    assert.deepEqual([read.status, read.postingType], ["DRAFT", "DRAFT"]);
  });

  test("every option that the specification names is accepted", async () => {
    const channelId = await aChannel(of);
    const platforms = {
      instagram: { collab: "@mill", location: { id: "1", name: "Berlin" }, trialReel: "MANUAL", shareToFeed: true },
      facebook: { collab: "@mill", location: { id: "1", name: "Berlin" } },
      tiktok: { sendToInbox: true, autoAddMusic: false },
      youtube: { tags: ["bread", "cake"], playlists: [] },
      googlemybusiness: { uploadToPhotosSection: true },
      unknown: { anything: 1 },
    };
    const comment = { comment: "Order by noon", delay: 60 };
    assertStatus(
      await create({ title: "T", alt: "A", link: "https://shop.example/", postAsStory: false, autoThreadText: false, comment, platforms }),
      201,
    );
    assert.ok(channelId > 0);
  });

  const fields: TextRule[] = [
    { field: "caption", body: (caption) => ({ caption }), max: 3000, required: true },
    { field: "title", body: (title) => ({ title }), max: 255, required: false },
    { field: "alt", body: (alt) => ({ alt }), max: 255, required: false },
    { field: "link", body: (link) => ({ link }), max: 1000, required: false },
    { field: "comment.comment", body: (comment) => ({ comment: { comment, delay: 0 } }), max: 1000, required: true },
    { field: "poll.question", body: (question) => ({ poll: { question, options: ["a", "b"], period: "1d" } }), max: 280, required: true },
    {
      field: "poll.options.1",
      body: (option) => ({ poll: { question: "?", options: ["a", option], period: "1d" } }),
      max: 30,
      required: true,
    },
    {
      field: "poll.explanation",
      body: (explanation) => ({ poll: { question: "?", options: ["a", "b"], period: "1d", explanation } }),
      max: 512,
      required: false,
    },
  ];
  for (const rule of fields) {
    for (const one of textCases(rule)) {
      test(`${rule.field} with ${one.name} is ${one.valid ? "accepted" : "refused with 422"}`, async () => {
        const reply = await create(rule.body(one.value));
        if (one.valid) assertStatus(reply, 201);
        else assertInvalid(reply, [rule.field]);
      });
    }
  }

  const wrong: readonly (readonly [string, readonly unknown[], (value: unknown) => Body])[] = [
    ["publishMode", ["draft", "NOW", "", null, 1], (publishMode) => ({ publishMode })],
    ["postAsStory", ["true", 1], (postAsStory) => ({ postAsStory })],
    ["autoThreadText", ["true", 0], (autoThreadText) => ({ autoThreadText })],
    ["comment", ["x", [], 5], (comment) => ({ comment })],
    ["comment.delay", ["60", -1, 1.5, null], (delay) => ({ comment: { comment: "x", delay } })],
    ["poll", ["x", [], true], (poll) => ({ poll })],
    ["poll.options", ["a", null, [], ["a"], ["a", "b", "c", "d", "e"]], (options) => ({ poll: { question: "?", options, period: "1d" } })],
    ["poll.options.0", [5, null, ["x"]], (option) => ({ poll: { question: "?", options: [option, "b"], period: "1d" } })],
    ["poll.period", ["2d", "1D", "", 1, null], (period) => ({ poll: { question: "?", options: ["a", "b"], period } })],
    [
      "poll.correctOptionIndex",
      [-1, 2, 1.5, "0"],
      (correctOptionIndex) => ({ poll: { question: "?", options: ["a", "b"], period: "1d", correctOptionIndex } }),
    ],
    ["platforms", ["x", []], (platforms) => ({ platforms })],
    ["platforms.instagram", ["x", 5], (instagram) => ({ platforms: { instagram } })],
    ["platforms.instagram.shareToFeed", ["true", 1], (shareToFeed) => ({ platforms: { instagram: { shareToFeed } } })],
    ["platforms.instagram.location", ["Berlin", 5], (location) => ({ platforms: { instagram: { location } } })],
    ["platforms.facebook.location", ["Berlin", []], (location) => ({ platforms: { facebook: { location } } })],
    ["platforms.tiktok.sendToInbox", ["true", 1], (sendToInbox) => ({ platforms: { tiktok: { sendToInbox } } })],
    ["platforms.tiktok.autoAddMusic", ["true", 1], (autoAddMusic) => ({ platforms: { tiktok: { autoAddMusic } } })],
    ["platforms.youtube.tags", ["x", { a: 1 }], (tags) => ({ platforms: { youtube: { tags } } })],
    ["platforms.youtube.tags.0", [5, null], (tag) => ({ platforms: { youtube: { tags: [tag] } } })],
    ["platforms.youtube.playlists", ["x", {}], (playlists) => ({ platforms: { youtube: { playlists } } })],
    [
      "platforms.youtube.playlists.0.channelId",
      ["1", null, 1.5],
      (channelId) => ({ platforms: { youtube: { playlists: [{ channelId, playlistIds: ["p"] }] } } }),
    ],
    [
      "platforms.youtube.playlists.0.playlistIds",
      [[], "p", null],
      (playlistIds) => ({ platforms: { youtube: { playlists: [{ channelId: 1, playlistIds }] } } }),
    ],
    [
      "platforms.googlemybusiness.uploadToPhotosSection",
      ["true", 1],
      (uploadToPhotosSection) => ({ platforms: { googlemybusiness: { uploadToPhotosSection } } }),
    ],
  ];
  for (const [field, values, body] of wrong) {
    for (const value of values) {
      test(`${field} ${JSON.stringify(value)} answers 422`, async () => {
        assertInvalid(await create(body(value)), [field]);
      });
    }
  }

  test("an empty body needs publishMode and caption", async () => {
    assertInvalid(await send({}), ["publishMode", "caption"]);
  });

  test("a missing caption without poll answers 422 on caption", async () => {
    assertInvalid(await send({ publishMode: "DRAFT" }), ["caption"]);
    assertInvalid(await send({ publishMode: "DRAFT", caption: null }), ["caption"]);
  });

  test("an empty poll and an empty comment need their required fields, by dotted paths", async () => {
    assertInvalid(await create({ poll: {}, comment: {} }), [
      "poll.question",
      "poll.options",
      "poll.period",
      "comment.comment",
      "comment.delay",
    ]);
  });

  test("all failing fields are reported at once, with how many more there are", async () => {
    const reply = await send({
      publishMode: "NEVER",
      title: "x".repeat(256),
      alt: 5,
      media: [{}, { id: "a", url: "b" }],
      comment: { delay: "x" },
    });
    const { message, errors } = resources.validationError(reply.body, "reply");
    for (const field of ["publishMode", "caption", "title", "alt", "media.0", "comment.comment", "comment.delay"]) {
      assert.ok(field in errors, `${field} in ${JSON.stringify(errors)}`);
    }
    const more = Object.values(errors).flat().length - 1;
    assert.ok(message.endsWith(` (and ${more} more)`), message);
  });

  test("a 422 of one field has no tail", async () => {
    const { message, errors } = resources.validationError((await create({ title: 5 })).body, "reply");
    assert.equal(message, errors.title?.[0]);
  });

  for (const [many, valid] of [
    [2, true],
    [4, true],
  ] as const) {
    test(`a poll with ${many} options is ${valid ? "accepted" : "refused"} and reads back as sent`, async () => {
      const poll = {
        question: "Which cake?",
        options: ["a", "b", "c", "d"].slice(0, many),
        period: "3d",
        correctOptionIndex: many - 1,
        explanation: "So",
      };
      const read = await readBack({ poll });
      assert.deepEqual([read.poll, read.postType, read.body], [poll, "POLL", "Fresh croissants"]);
    });
  }

  for (const period of ["1d", "3d", "7d"]) {
    test(`a poll of ${period} without caption reads back with an empty body`, async () => {
      const poll = { question: "Which cake?", options: ["Cherry", "Plum"], period };
      const read = await readPost(of, dataOf(await send({ publishMode: "DRAFT", poll }), resources.acknowledged).id);
      assert.deepEqual([read.poll, read.postType, read.body], [poll, "POLL", ""]);
    });
  }

  test("a caption of white space only is refused even with a poll", async () => {
    assertInvalid(await create({ caption: " ", poll: { question: "?", options: ["a", "b"], period: "1d" } }), ["caption"]);
  });

  test("a post without poll has no key poll", async () => {
    assert.ok(!("poll" in (await readBack())));
  });

  const types: readonly (readonly [string, Body, string])[] = [
    ["text alone is TEXT", {}, "TEXT"],
    ["postAsStory makes a STORY", { postAsStory: true }, "STORY"],
    ["postAsStory comes before a poll", { postAsStory: true, poll: { question: "?", options: ["a", "b"], period: "1d" } }, "STORY"],
    ["autoThreadText without a triple newline is TEXT", { autoThreadText: true, caption: "a\n\nb" }, "TEXT"],
    ["autoThreadText with a triple newline is THREAD", { autoThreadText: true, caption: "a\n\n\nb" }, "THREAD"],
    ["a triple newline without autoThreadText is TEXT", { caption: "a\n\n\nb" }, "TEXT"],
    [
      "a poll comes before a thread",
      { autoThreadText: true, caption: "a\n\n\nb", poll: { question: "?", options: ["a", "b"], period: "1d" } },
      "POLL",
    ],
  ];
  for (const [name, body, type] of types) {
    test(`${name}`, async () => {
      assert.equal((await readBack(body)).postType, type);
    });
  }

  test("a thread has up to ten segments; an eleventh answers 422 on caption", async () => {
    const segments = (many: number) => Array.from({ length: many }, (_, index) => `part ${index}`).join("\n\n\n");
    assert.equal((await readBack({ autoThreadText: true, caption: segments(10) })).postType, "THREAD");
    assertInvalid(await create({ autoThreadText: true, caption: segments(11) }), ["caption"]);
    assert.equal((await readBack({ caption: segments(11) })).postType, "TEXT");
  });

  test("a playlist's channel that is not a YouTube channel of the brand answers 404 with its dotted path", async () => {
    const foreign = await aChannel(await aWorkspace());
    const playlist = (channelId: number) => ({ platforms: { youtube: { playlists: [{ channelId, playlistIds: ["p"] }] } } });
    for (const channelId of [foreign, await aChannel(of), 9007199254740991]) {
      assertRefused(await create(playlist(channelId)), 404, "platforms.youtube.playlists.0.channelId");
    }
  });

  test("a collection that does not exist or belongs to another brand answers 404 with errors.collection", async () => {
    const foreign = (await aCollection(await aWorkspace())).id;
    const body = { publishMode: "DRAFT", caption: "x" };
    for (const missing of [foreign, 9007199254740991]) assertRefused(await send(body, of, missing), 404, "collection");
  });

  for (const id of NO_IDS) {
    test(`a post in collection "${id}" answers 404`, async () => {
      assertStatus(await send({ publishMode: "DRAFT", caption: "x" }, of, id), 404);
    });
    test(`a post in brand "${id}" answers 404`, async () => {
      assertStatus(await of.api.post(`/brands/${id}/collections/${collectionId}/posts`, { publishMode: "DRAFT", caption: "x" }), 404);
    });
  }

  test("not a member of the brand answers 403 with errors.brand_id, before validation", async () => {
    const other = await aWorkspace();
    const foreign = (await aCollection(other)).id;
    for (const body of [{ publishMode: "DRAFT", caption: "x" }, {}]) {
      assertRefused(await of.api.post(`${other.brand}/collections/${foreign}/posts`, body), 403, "brand_id");
      assertRefused(await of.api.post(`/brands/9007199254740991/collections/${foreign}/posts`, body), 403, "brand_id");
    }
  });

  test("a viewer's post answers 403 with errors.role, before validation", async () => {
    const viewer = await aMember(of, "viewer");
    assertRefused(await send({ publishMode: "DRAFT", caption: "x" }, viewer), 403, "role");
    assertRefused(await send({}, viewer), 403, "role");
  });

  for (const role of ["admin", "editor"] as const) {
    test(`a member with the role ${role} creates a post`, async () => {
      assertStatus(await send({ publishMode: "DRAFT", caption: "x" }, await aMember(of, role)), 201);
    });
  }

  test("validation comes before named things, these before plan limits, these before business rules", async () => {
    const workspace = await aWorkspace();
    const own = (await aCollection(workspace)).id;
    await updateAccount(workspace, { maxScheduledPosts: 0 });
    const soon = { publishMode: "SCHEDULE", caption: "x", scheduledAt: localIn(1, "UTC") };
    assertInvalid(await send({ ...soon, caption: "" }, workspace, 9007199254740991), ["caption"]);
    assertRefused(await send(soon, workspace, 9007199254740991), 404, "collection");
    assertRefused(await send({ ...soon, media: [{ id: "nothing" }] }, workspace, own), 404, "media");
    assertRefused(await send(soon, workspace, own), 403, "plan");
    await updateAccount(workspace, { maxScheduledPosts: 1 });
    assertRefused(await send(soon, workspace, own), 422, "scheduledAt");
  });

  test("a post without a key answers 401", async () => {
    assertRefused(await send({}, { ...of, api: apiOf((await sharedService()).url, null) }), 401, "authorization");
  });
});
