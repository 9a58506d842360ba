import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { apiOf, dataOf, pageOf } from "./support/api.ts";
import { assertInvalid, assertNoBrand, assertRefused } from "./support/expect.ts";
import { assertPages, NO_IDS, PAGE_MISTAKES } from "./support/lists.ts";
import * as resources from "./support/resources.ts";
import { sharedService } from "./support/service.ts";
import {
  aChannel,
  aCollection,
  aMember,
  aPost,
  aWorkspace,
  removeChannel,
  updateAccount,
  updateChannel,
  updateCollection,
  type Workspace,
} from "./support/stage.ts";
import { type TextRule, textCases } from "./support/texts.ts";
import { localIn } from "./support/time.ts";

describe("POST /brands/{brand_id}/collections", () => {
  let of: Workspace;
  before(async () => {
    of = await aWorkspace({ timezone: "Asia/Kathmandu" });
  });
  const create = (body: unknown, workspace = of) => workspace.api.post(`${workspace.brand}/collections`, body);
  const created = async (body: unknown, workspace = of) => dataOf(await create(body, workspace), resources.collection);

  test("a title is enough for a valid collection: 201 with every default", async () => {
    const { id: _, createdAt, updatedAt, ...rest } = await created({ title: "Tips" });
    assert.deepEqual(rest, {
      title: "Tips",
      description: null,
      status: "ACTIVE",
      evergreen: { enabled: false, maxRepublish: 0 },
      maxRepublish: 0,
      timezone: "Asia/Kathmandu",
      channels: [],
      queues: [],
    });
    assert.ok(createdAt <= updatedAt);
  });

  test("null for description, maxRepublish, channels and queues means their defaults", async () => {
    const read = await created({ title: "Tips", description: null, maxRepublish: null, channels: null, queues: null });
    assert.deepEqual([read.description, read.maxRepublish, read.channels, read.queues], [null, 0, [], []]);
  });

  test("a collection takes channels and slots; slots come back Monday to Sunday with ids of their own, PENDING", async () => {
    const channelId = await aChannel(of, "Mastodon", "kathmandu");
    const queues = ["Sun 23:59", "Mon 09:00", "wed 00:00", "MON 08:30"];
    const read = await created({ title: "Tips", description: "Stay true", maxRepublish: 4, channels: [channelId], queues });
    assert.equal(read.description, "Stay true");
    assert.deepEqual(read.evergreen, { enabled: true, maxRepublish: 4 });
    assert.deepEqual(read.channels, [{ id: channelId, name: "kathmandu", status: "ACTIVE", type: "Mastodon" }]);
    assert.equal(new Set(read.queues.map((slot) => slot.id)).size, 4);
    assert.deepEqual(
      read.queues.map(({ id: _, ...slot }) => slot),
      [
        { day: "MON", time: "08:30", date: "MON 08:30", status: "PENDING" },
        { day: "MON", time: "09:00", date: "MON 09:00", status: "PENDING" },
        { day: "WED", time: "00:00", date: "WED 00:00", status: "PENDING" },
        { day: "SUN", time: "23:59", date: "SUN 23:59", status: "PENDING" },
      ],
    );
  });

  test("duplicate slots are not rejected", async () => {
    assert.equal((await created({ title: "Tips", queues: ["Fri 09:00", "Fri 09:00"] })).queues.length, 2);
  });

  test("an inactive channel is accepted and shown as such", async () => {
    const channelId = await aChannel(of);
    await updateChannel(of, channelId, "INACTIVE");
    assert.equal((await created({ title: "Tips", channels: [channelId] })).channels[0]?.status, "INACTIVE");
  });

  test("unknown fields are ignored", async () => {
    const read = await created({ title: "Tips", status: "PAUSED", evergreen: { enabled: true }, nonsense: [1] });
    assert.equal(read.status, "ACTIVE");
    assert.equal(read.evergreen.enabled, false);
  });

  test("title and description are stored exactly as sent, without trimming", async () => {
    const text = "  <b>Tips</b> &amp; 'tricks'; \u202e\n\t🥐 ";
    const read = await created({ title: text, description: text });
    assert.deepEqual([read.title, read.description], [text, text]);
  });

  for (const maxRepublish of [-1, 0, 1, 520]) {
    test(`maxRepublish ${maxRepublish} is accepted`, async () => {
      const read = await created({ title: "Tips", maxRepublish });
      assert.deepEqual(read.evergreen, { enabled: maxRepublish !== 0, maxRepublish });
    });
  }

  for (const maxRepublish of [-2, 521, 1.5, "4", true, [1], 1e300]) {
    test(`maxRepublish ${JSON.stringify(maxRepublish)} answers 422`, async () => {
      assertInvalid(await create({ title: "Tips", maxRepublish }), ["maxRepublish"]);
    });
  }

  const rules: TextRule[] = [
    { field: "title", body: (title) => ({ title }), max: 255, required: true },
    { field: "description", body: (description) => ({ title: "Tips", description }), max: 1000, required: false },
  ];
  for (const rule of rules) {
    for (const one of textCases(rule)) {
      test(`${rule.field} with ${one.name} is ${one.valid ? "accepted" : "refused with 422"}`, async () => {
        const reply = await create(rule.body(one.value));
        if (!one.valid) return assertInvalid(reply, [rule.field]);
        const read = dataOf(reply, resources.collection);
        assert.equal(rule.field === "title" ? read.title : read.description, one.value);
      });
    }
  }

  test("a body without title answers 422 on title", async () => {
    assertInvalid(await create({}), ["title"]);
  });

  for (const slot of [
    "Mon 9:00",
    "Mon 24:00",
    "Mon 09:60",
    "Monday 09:00",
    "Mon09:00",
    "Xyz 09:00",
    "09:00",
    "",
    "Mon 09:00:00",
    " Mon 09:00",
  ]) {
    test(`the slot "${slot}" answers 422 with a dotted path`, async () => {
      assertInvalid(await create({ title: "Tips", queues: ["Mon 09:00", slot] }), ["queues.1"]);
    });
  }

  for (const queues of ["Mon 09:00", 5, {}]) {
    test(`queues ${JSON.stringify(queues)} answers 422`, async () => {
      assertInvalid(await create({ title: "Tips", queues }), ["queues"]);
    });
  }

  for (const channel of ["1", 1.5, null, {}, true]) {
    test(`the channel id ${JSON.stringify(channel)} answers 422 with a dotted path`, async () => {
      assertInvalid(await create({ title: "Tips", channels: [channel] }), ["channels.0"]);
    });
  }

  test("all failing fields are reported at once, with how many more there are", async () => {
    const reply = await create({
      title: " ",
      description: "x".repeat(1001),
      maxRepublish: "x",
      channels: "x",
      queues: ["x", "Mon 09:00", "y"],
    });
    assertInvalid(reply, ["title", "description", "maxRepublish", "channels", "queues.0", "queues.2"]);
    assert.match(resources.validationError(reply.body, "reply").message, /\(and 5 more\)$/);
  });

  test("a channel of another brand answers 400 on channels", async () => {
    const foreign = await aChannel(await aWorkspace());
    assertRefused(await create({ title: "Tips", channels: [foreign] }), 400, "channels");
  });

  test("a channel that does not exist answers 400 on channels", async () => {
    assertRefused(await create({ title: "Tips", channels: [9007199254740991] }), 400, "channels");
  });

  test("a removed channel answers 400 on channels", async () => {
    const channelId = await aChannel(of);
    await removeChannel(of, channelId);
    assertRefused(await create({ title: "Tips", channels: [channelId] }), 400, "channels");
  });

  const slotsOn = (day: string, many: number) => Array.from({ length: many }, (_, hour) => `${day} ${String(hour).padStart(2, "0")}:00`);

  test("a verified user can have 10 slots a day, and as many on each day", async () => {
    const queues = [...slotsOn("Mon", 10), ...slotsOn("Tue", 10)];
    assert.equal((await created({ title: "Tips", queues })).queues.length, 20);
  });

  test("an eleventh slot on a day answers 400 on queues for a verified user", async () => {
    assertRefused(await create({ title: "Tips", queues: slotsOn("Mon", 11) }), 400, "queues");
  });

  test("duplicates count towards the slots of a day", async () => {
    assertRefused(await create({ title: "Tips", queues: Array.from({ length: 11 }, () => "Mon 09:00") }), 400, "queues");
  });

  test("an unverified user can have 5 slots a day", async () => {
    const workspace = await aWorkspace({ verified: false });
    assert.equal((await created({ title: "Tips", queues: slotsOn("Sat", 5) }, workspace)).queues.length, 5);
  });

  test("a sixth slot on a day answers 400 on queues for an unverified user", async () => {
    assertRefused(await create({ title: "Tips", queues: slotsOn("Sat", 6) }, await aWorkspace({ verified: false })), 400, "queues");
  });

  test("the plan's number of collections can be reached but not exceeded: 403 with errors.plan", async () => {
    const workspace = await aWorkspace();
    await updateAccount(workspace, { maxCollections: 2 });
    await created({ title: "1" }, workspace);
    await created({ title: "2" }, workspace);
    assertRefused(await create({ title: "3" }, workspace), 403, "plan");
    assertInvalid(await create({ title: "" }, workspace), ["title"]);
    assertRefused(await create({ title: "3", channels: [9007199254740991] }, workspace), 400, "channels");
  });

  for (const role of ["admin", "editor"] as const) {
    test(`a member with the role ${role} creates a collection`, async () => {
      await created({ title: role }, await aMember(of, role));
    });
  }

  test("a viewer's write answers 403 with errors.role, before validation", async () => {
    const viewer = await aMember(of, "viewer");
    assertRefused(await create({ title: "Tips" }, viewer), 403, "role");
    assertRefused(await create({ title: "" }, viewer), 403, "role");
  });

  test("a foreign brand answers 404, before validation", async () => {
    const other = await aWorkspace();
    assertNoBrand(await of.api.post(`${other.brand}/collections`, { title: "Tips" }));
    assertNoBrand(await of.api.post(`${other.brand}/collections`, { title: 5 }));
  });

  for (const id of NO_IDS) {
    test(`a collection in brand "${id}" answers 404`, async () => {
      assert.equal((await of.api.post(`/brands/${id}/collections`, { title: "Tips" })).status, 404);
    });
  }

  test("creation without a key answers 401", async () => {
    assertRefused(await apiOf((await sharedService()).url, null).post(`${of.brand}/collections`, { title: "" }), 401, "authorization");
  });
});

describe("GET /brands/{brand_id}/collections", () => {
  let of: Workspace;
  before(async () => {
    of = await aWorkspace({ timezone: "Europe/Berlin" });
  });
  const collections = async (workspace: Workspace, query = {}) =>
    pageOf(await workspace.api.get(`${workspace.brand}/collections`, query), resources.listedCollection);

  test("a brand without collections has an empty list", async () => {
    const { data, pagination } = await collections(await aWorkspace());
    assert.deepEqual([data, pagination.total, pagination.lastPage], [[], 0, 1]);
  });

  test("a listed collection is the created one with postsCount", async () => {
    const workspace = await aWorkspace({ timezone: "Europe/Berlin" });
    const made = await aCollection(workspace, { queues: ["Tue 10:00"], channels: [await aChannel(workspace)] });
    assert.deepEqual((await collections(workspace)).data, [{ ...made, postsCount: { queued: 0, scheduled: 0, drafts: 0, published: 0 } }]);
  });

  test("postsCount counts queued, scheduled and draft posts", async () => {
    const workspace = await aWorkspace();
    const made = await aCollection(workspace);
    for (const publishMode of ["DRAFT", "QUEUE", "QUEUE"]) await aPost(workspace, made.id, { publishMode });
    for (const minutes of [60, 70, 80]) await aPost(workspace, made.id, { publishMode: "SCHEDULE", scheduledAt: localIn(minutes, "UTC") });
    const other = await aCollection(workspace);
    const counts = (await collections(workspace)).data.map((one) => [one.id, one.postsCount]);
    assert.deepEqual(counts, [
      [other.id, { queued: 0, scheduled: 0, drafts: 0, published: 0 }],
      [made.id, { queued: 2, scheduled: 3, drafts: 1, published: 0 }],
    ]);
  });

  test("a paused collection reads PAUSED", async () => {
    const workspace = await aWorkspace();
    await updateCollection(workspace, (await aCollection(workspace)).id, "PAUSED");
    assert.equal((await collections(workspace)).data[0]?.status, "PAUSED");
  });

  test("inactive channels stay among a collection's channels, removed ones are left out", async () => {
    const workspace = await aWorkspace();
    const [inactive, removed] = [await aChannel(workspace), await aChannel(workspace)];
    await aCollection(workspace, { channels: [inactive, removed] });
    await updateChannel(workspace, inactive, "INACTIVE");
    await removeChannel(workspace, removed);
    const read = (await collections(workspace)).data[0]?.channels.map((channel) => [channel.id, channel.status]);
    assert.deepEqual(read, [[inactive, "INACTIVE"]]);
  });

  test("collections come in pages, newest first, whose links lead through all of them", async () => {
    const workspace = await aWorkspace();
    const ids = [];
    for (const title of ["1", "2", "3", "4"]) ids.unshift((await aCollection(workspace, { title })).id);
    assert.deepEqual(
      (await collections(workspace)).data.map((one) => one.id),
      ids,
    );
    await assertPages(workspace.api, `${workspace.brand}/collections`, { row: resources.listedCollection, total: 4 });
  });

  test("a viewer reads the collections", async () => {
    await collections(await aMember(of, "viewer"));
  });

  for (const mistake of PAGE_MISTAKES) {
    test(`collections with ${mistake.name} answer 422`, async () => {
      assertInvalid(await of.api.get(`${of.brand}/collections`, mistake.query), mistake.fields);
    });
  }

  test("collections of a foreign brand answer 404", async () => {
    assertNoBrand(await of.api.get(`${(await aWorkspace()).brand}/collections`));
  });

  for (const id of NO_IDS) {
    test(`collections of brand "${id}" answer 404`, async () => {
      assert.equal((await of.api.get(`/brands/${id}/collections`)).status, 404);
    });
  }

  test("collections without a key answer 401", async () => {
    assertRefused(await apiOf((await sharedService()).url, null).get(`${of.brand}/collections`), 401, "authorization");
  });
});
