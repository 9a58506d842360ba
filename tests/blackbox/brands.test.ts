import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { apiOf, dataOf, pageOf } from "./support/api.ts";
import { assertInvalid, assertNoBrand, assertRefused } from "./support/expect.ts";
import { assertPages, NO_IDS, PAGE_MISTAKES } from "./support/lists.ts";
import * as resources from "./support/resources.ts";
import { sharedService } from "./support/service.ts";
import { aBrandOf, aCollection, aMember, aPerson, aWorkspace, join, leave, updateBrand, updateCollection } from "./support/stage.ts";

describe("GET /brands", () => {
  test("a user without brands gets an empty list with pagination", async () => {
    const person = await aPerson();
    const reply = await person.api.get("/brands");
    assert.deepEqual(reply.body, {
      status: "success",
      data: [],
      pagination: { currentPage: 1, perPage: 25, total: 0, lastPage: 1, nextPageUrl: null, prevPageUrl: null },
    });
  });

  test("a brand reads back with its title, description, timezone and queue status", async () => {
    const of = await aWorkspace({ title: "Corner Bakery 🥐", description: "Bread\nand cake", timezone: "Asia/Kathmandu" });
    const [brand] = pageOf(await of.api.get("/brands"), resources.brand).data;
    assert.ok(brand !== undefined);
    const { createdAt, updatedAt, ...rest } = brand;
    assert.deepEqual(rest, {
      id: of.brandId,
      title: "Corner Bakery 🥐",
      description: "Bread\nand cake",
      timezone: "Asia/Kathmandu",
      queueStatus: "ACTIVE",
    });
    assert.ok(createdAt <= updatedAt);
  });

  test("a brand without description and timezone has null there", async () => {
    const of = await aWorkspace();
    const [brand] = pageOf(await of.api.get("/brands"), resources.brand).data;
    assert.equal(brand?.description, null);
    assert.equal(brand?.timezone, null);
  });

  test("a paused brand queue reads PAUSED", async () => {
    const of = await aWorkspace();
    await updateBrand(of, { queueStatus: "PAUSED" });
    assert.equal(pageOf(await of.api.get("/brands"), resources.brand).data[0]?.queueStatus, "PAUSED");
  });

  test("brands are listed newest first", async () => {
    const person = await aPerson();
    const ids = [];
    for (const title of ["One", "Two", "Three"]) ids.unshift((await aBrandOf(person, { title })).brandId);
    assert.deepEqual(
      pageOf(await person.api.get("/brands"), resources.brand).data.map((brand) => brand.id),
      ids,
    );
  });

  test("only brands where the token's user is a member are listed", async () => {
    const [of, other] = [await aWorkspace(), await aWorkspace()];
    const guest = await aPerson();
    await join(of, guest, "viewer");
    const ids = pageOf(await guest.api.get("/brands"), resources.brand).data.map((brand) => brand.id);
    assert.deepEqual(ids, [of.brandId]);
    assert.ok(!ids.includes(other.brandId));
  });

  test("losing access to a brand removes it for the key", async () => {
    const of = await aWorkspace();
    const member = await aMember(of, "admin");
    assert.equal(pageOf(await member.api.get("/brands"), resources.brand).data.length, 1);
    await leave(of, member);
    assert.deepEqual(pageOf(await member.api.get("/brands"), resources.brand).data, []);
    assertNoBrand(await member.api.get(`${of.brand}/channels`));
  });

  test("brands come in pages whose links lead through all of them", async () => {
    const person = await aPerson();
    for (const title of ["1", "2", "3", "4", "5"]) await aBrandOf(person, { title });
    await assertPages(person.api, "/brands", { row: resources.brand, total: 5 });
  });

  for (const mistake of PAGE_MISTAKES) {
    test(`GET /brands with ${mistake.name} answers 422`, async () => {
      assertInvalid(await (await aPerson()).api.get("/brands", mistake.query), mistake.fields);
    });
  }

  test("GET /brands without a key answers 401", async () => {
    assertRefused(await apiOf((await sharedService()).url, null).get("/brands"), 401, "authorization");
  });
});

describe("GET /brands/{brand_id}/schedule", () => {
  test("a brand without slots has an empty array for each day", async () => {
    const of = await aWorkspace();
    const reply = await of.api.get(`${of.brand}/schedule`);
    assert.deepEqual(reply.body, {
      status: "success",
      data: { timezone: null, queueStatus: "ACTIVE", schedule: { MON: [], TUE: [], WED: [], THU: [], FRI: [], SAT: [], SUN: [] } },
    });
  });

  test("the slots of all collections are listed under their days, ordered by time, with the ids of the collections' queues", async () => {
    const of = await aWorkspace({ timezone: "Europe/Berlin" });
    const one = await aCollection(of, { title: "Tips", queues: ["Mon 17:30", "Sun 23:59", "Mon 09:00"] });
    const two = await aCollection(of, { title: "News", queues: ["mon 12:15", "Sun 00:00"] });
    await updateCollection(of, two.id, "PAUSED");
    const slot = (from: resources.Collection, date: string) => {
      const found = from.queues.find((queue) => queue.date === date);
      const collectionStatus = from === two ? "PAUSED" : "ACTIVE";
      return { time: date.slice(4), queueId: found?.id, collectionId: from.id, collectionTitle: from.title, collectionStatus };
    };
    const reply = await of.api.get(`${of.brand}/schedule`);
    assert.deepEqual(reply.body, {
      status: "success",
      data: {
        timezone: "Europe/Berlin",
        queueStatus: "ACTIVE",
        schedule: {
          MON: [slot(one, "MON 09:00"), slot(two, "MON 12:15"), slot(one, "MON 17:30")],
          TUE: [],
          WED: [],
          THU: [],
          FRI: [],
          SAT: [],
          SUN: [slot(two, "SUN 00:00"), slot(one, "SUN 23:59")],
        },
      },
    });
  });

  test("two slots at the same time are both in the schedule", async () => {
    const of = await aWorkspace();
    const made = await aCollection(of, { queues: ["Tue 10:00", "Tue 10:00"] });
    const read = dataOf(await of.api.get(`${of.brand}/schedule`), resources.schedule);
    assert.deepEqual(read.schedule.TUE.map((slot) => slot.queueId).sort(), made.queues.map((slot) => slot.id).sort());
  });

  test("the schedule of a paused brand says so", async () => {
    const of = await aWorkspace();
    await updateBrand(of, { queueStatus: "PAUSED" });
    assert.equal(dataOf(await of.api.get(`${of.brand}/schedule`), resources.schedule).queueStatus, "PAUSED");
  });

  test("the schedule is not paginated and ignores page and per_page", async () => {
    const of = await aWorkspace();
    dataOf(await of.api.get(`${of.brand}/schedule`, { page: 0, per_page: 1000 }), resources.schedule);
  });

  test("a viewer reads the schedule", async () => {
    const of = await aWorkspace();
    dataOf(await (await aMember(of, "viewer")).api.get(`${of.brand}/schedule`), resources.schedule);
  });

  test("the schedule of a foreign brand answers 404", async () => {
    const [of, other] = [await aWorkspace(), await aWorkspace()];
    assertNoBrand(await of.api.get(`${other.brand}/schedule`));
  });

  for (const id of NO_IDS) {
    test(`the schedule of brand "${id}" answers 404`, async () => {
      assert.equal((await (await aWorkspace()).api.get(`/brands/${id}/schedule`)).status, 404);
    });
  }

  test("the schedule without a key answers 401", async () => {
    assertRefused(await apiOf((await sharedService()).url, null).get("/brands/1/schedule"), 401, "authorization");
  });
});
