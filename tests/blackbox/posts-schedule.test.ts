import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { type Api, pageOf } from "./support/api.ts";
import { assertInvalid, assertRefused, assertStatus } from "./support/expect.ts";
import * as resources from "./support/resources.ts";
import { aChannel, aCollection, aPost, aWorkspace, readPost, updateAccount, type Workspace } from "./support/stage.ts";
import { localIn, nextClockChange, plainText, toUtc, utcText } from "./support/time.ts";

describe("scheduledAt", () => {
  async function aScheduler(
    timezone?: string,
  ): Promise<Workspace & { send(body: Readonly<Record<string, unknown>>): ReturnType<Api["post"]>; collectionId: number }> {
    const of = await aWorkspace(timezone === undefined ? {} : { timezone });
    const collectionId = (await aCollection(of)).id;
    const send = (body: Readonly<Record<string, unknown>>) =>
      of.api.post(`${of.brand}/collections/${collectionId}/posts`, { publishMode: "SCHEDULE", caption: "x", ...body });
    return { ...of, send, collectionId };
  }

  async function postDateOf(timezone: string | undefined, scheduledAt: string): Promise<string | null> {
    const of = await aScheduler(timezone);
    return (await readPost(of, await aPost(of, of.collectionId, { publishMode: "SCHEDULE", scheduledAt }))).postDate;
  }

  test("SCHEDULE without scheduledAt answers 422 in the validation form", async () => {
    assertInvalid(await (await aScheduler()).send({}), ["scheduledAt"]);
    assertInvalid(await (await aScheduler()).send({ caption: "", title: 5 }), ["caption", "scheduledAt", "title"]);
  });

  for (const value of [
    "2030-05-01",
    "2030-05-01 09:00",
    "2030-05-01T09:00:00",
    "2030-05-01T09:00:00Z",
    "2030-05-01 09:00:00Z",
    "2030-5-1 9:00:00",
    "2030-13-01 09:00:00",
    "2030-02-29 09:00:00",
    "2030-05-01 24:00:00",
    "2030-05-01 09:60:00",
    "2030-05-01 09:00:60",
    " 2030-05-01 09:00:00",
    "2030-05-01 09:00:00 ",
    "tomorrow",
    "",
    1900000000,
    null,
    ["2030-05-01 09:00:00"],
  ]) {
    test(`scheduledAt ${JSON.stringify(value)} answers 422 in the validation form`, async () => {
      assertInvalid(await (await aScheduler()).send({ scheduledAt: value }), ["scheduledAt"]);
    });
  }

  test("a year before 1970 is in the past", async () => {
    assertRefused(await (await aScheduler("Asia/Tokyo")).send({ scheduledAt: "1969-12-31 23:59:59" }), 422, "scheduledAt");
  });

  for (const zone of ["UTC", "America/New_York", "Asia/Tokyo"]) {
    test(`the ends of the calendar in ${zone} are refused with 422, the year 9998 is accepted`, async () => {
      const of = await aScheduler(zone);
      for (const scheduledAt of ["0001-01-01 00:00:00", "0999-12-31 23:59:59", "9999-01-01 00:00:00", "9999-12-31 23:59:59"]) {
        assertInvalid(await of.send({ scheduledAt }), ["scheduledAt"]);
      }
      assert.equal(await postDateOf(zone, "9998-12-31 23:59:59"), toUtc("9998-12-31 23:59:59", zone));
    });
  }

  test("a leap day is a date", async () => {
    assert.equal(await postDateOf(undefined, "2032-02-29 09:00:00"), "2032-02-29 09:00:00");
  });

  for (const minutes of [-60, -1, 0, 5, 9]) {
    test(`scheduledAt ${minutes} minutes ahead answers 422 in the domain form on scheduledAt`, async () => {
      const of = await aScheduler("Europe/Berlin");
      assertRefused(await of.send({ scheduledAt: localIn(minutes, "Europe/Berlin") }), 422, "scheduledAt");
    });
  }

  test("scheduledAt some seconds under 10 minutes ahead answers 422, some seconds over is accepted", async () => {
    const of = await aScheduler("America/St_Johns");
    assertRefused(await of.send({ scheduledAt: localIn(10 - 3 / 60, "America/St_Johns") }), 422, "scheduledAt");
    assertStatus(await of.send({ scheduledAt: localIn(10 + 3 / 60, "America/St_Johns") }), 201);
  });

  test("a brand without timezone lives in UTC", async () => {
    const scheduledAt = localIn(60, "UTC");
    assert.equal(await postDateOf(undefined, scheduledAt), scheduledAt);
  });

  for (const zone of [
    "Europe/Berlin",
    "America/New_York",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Kiritimati",
    "Pacific/Marquesas",
    "America/St_Johns",
    "Asia/Tehran",
  ]) {
    test(`scheduledAt is in the brand's timezone ${zone}, in summer and in winter`, async () => {
      for (const local of ["2031-01-15 12:34:56", "2031-07-15 00:00:00"]) assert.equal(await postDateOf(zone, local), toUtc(local, zone));
    });
  }

  for (const zone of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Pacific/Chatham"]) {
    test(`a time skipped by a clock change in ${zone} is shifted past the gap by its length`, async () => {
      const { at, minutes, before } = nextClockChange(zone, "gap");
      const firstSkipped = at.toPlainDateTime().subtract({ minutes });
      for (const into of [0, minutes / 2, minutes - 1]) {
        const local = firstSkipped.add({ minutes: into });
        const moment = local.toZonedDateTime("UTC").subtract({ minutes: before }).toInstant();
        assert.equal(await postDateOf(zone, plainText(local)), utcText(moment));
        assert.equal(utcText(moment), utcText(at.add({ minutes: into }).toInstant()));
      }
    });

    test(`a time that occurs twice in ${zone} means the first one`, async () => {
      const { at, minutes, before } = nextClockChange(zone, "overlap");
      for (const into of [0, minutes / 2, minutes - 1]) {
        const local = at.toPlainDateTime().add({ minutes: into });
        const moment = local.toZonedDateTime("UTC").subtract({ minutes: before }).toInstant();
        assert.equal(await postDateOf(zone, plainText(local)), utcText(moment));
        assert.ok(Temporal.Instant.compare(moment, at.toInstant()) < 0);
      }
    });
  }

  test("the plan's number of scheduled posts can be reached but not exceeded: 403 with errors.plan", async () => {
    const of = await aScheduler();
    await updateAccount(of, { maxScheduledPosts: 2 });
    for (const minutes of [30, 40]) assertStatus(await of.send({ scheduledAt: localIn(minutes, "UTC") }), 201);
    assertRefused(await of.send({ scheduledAt: localIn(50, "UTC") }), 403, "plan");
    assertStatus(await of.send({ publishMode: "DRAFT" }), 201);
  });
});

describe("posts per collection per day", () => {
  const day = () => Temporal.Now.plainDateISO("Asia/Kathmandu").add({ days: 3 });
  const at = (date: Temporal.PlainDate, time: string) => `${date} ${time}`;

  async function aFullDay() {
    const of = await aWorkspace({ timezone: "Asia/Kathmandu" });
    const { id } = await aCollection(of);
    const path = `${of.brand}/collections/${id}/posts`;
    const send = (scheduledAt: string) => of.api.post(path, { publishMode: "SCHEDULE", caption: "x", scheduledAt });
    for (let hour = 0; hour < 10; hour += 1) assertStatus(await send(at(day(), `${String(2 * hour).padStart(2, "0")}:00:00`)), 201);
    return { of, id, path, send };
  }

  test("ten posts of a collection on a brand-local day are accepted, an eleventh answers 403 with errors.plan", async () => {
    const { send } = await aFullDay();
    assertRefused(await send(at(day(), "00:00:00")), 403, "plan");
    assertRefused(await send(at(day(), "23:59:59")), 403, "plan");
  });

  test("the day is the brand's local day: the minutes just outside it are free", async () => {
    const { send } = await aFullDay();
    assertStatus(await send(at(day().subtract({ days: 1 }), "23:59:59")), 201);
    assertStatus(await send(at(day().add({ days: 1 }), "00:00:00")), 201);
  });

  test("drafts and queued posts do not count, and other collections have limits of their own", async () => {
    const { of, path } = await aFullDay();
    assertStatus(await of.api.post(path, { publishMode: "DRAFT", caption: "x" }), 201);
    assertStatus(await of.api.post(path, { publishMode: "QUEUE", caption: "x" }), 201);
    const other = await aCollection(of);
    await aPost(of, other.id, { publishMode: "SCHEDULE", scheduledAt: at(day(), "09:00:00") });
  });

  test("PATCH into a full day answers 403 with errors.plan and changes nothing", async () => {
    const { of, id } = await aFullDay();
    const draft = await aPost(of, id);
    const before = await readPost(of, draft);
    assertRefused(
      await of.api.patch(`${of.brand}/posts/${draft}`, { publishMode: "SCHEDULE", scheduledAt: at(day(), "09:30:00") }),
      403,
      "plan",
    );
    assert.deepEqual(await readPost(of, draft), before);
  });

  test("a post can be moved within its own full day", async () => {
    const { of, send } = await aFullDay();
    assertRefused(await send(at(day(), "21:00:00")), 403, "plan");
    const { id } = await newestPost(of);
    assertStatus(await of.api.patch(`${of.brand}/posts/${id}`, { publishMode: "SCHEDULE", scheduledAt: at(day(), "22:00:00") }), 200);
  });

  test("immediate posts count towards today", async () => {
    const of = await aWorkspace({ timezone: zoneByDay() });
    const { id } = await aCollection(of);
    const path = `${of.brand}/collections/${id}/posts`;
    for (let made = 0; made < 10; made += 1) assertStatus(await of.api.post(path, { publishMode: "IMMEDIATE", caption: `${made}` }), 201);
    assertRefused(await of.api.post(path, { publishMode: "IMMEDIATE", caption: "x" }), 403, "plan");
    const later = localIn(30, zoneByDay());
    assertRefused(await of.api.post(path, { publishMode: "SCHEDULE", caption: "x", scheduledAt: later }), 403, "plan");
  });

  test("immediate posts count towards today, also once they have joined the queue again", async () => {
    const of = await aWorkspace({ timezone: zoneByDay() });
    const { id } = await aCollection(of, { channels: [await aChannel(of, "Mastodon", "bakery")], maxRepublish: -1 });
    const made: number[] = [];
    for (let count = 0; count < 10; count += 1) made.push(await aPost(of, id, { publishMode: "IMMEDIATE", caption: `${count}` }));
    for (const post of made)
      await eventually("the post is in the queue again", async () => (await readPost(of, post)).postingType === "QUEUE");
    const path = `${of.brand}/collections/${id}/posts`;
    assertRefused(await of.api.post(path, { publishMode: "IMMEDIATE", caption: "x" }), 403, "plan");
    assertStatus(await of.api.post(path, { publishMode: "QUEUE", caption: "x" }), 201);
  });
});

/** A zone where it is neither late nor early now, so that a test stays within one day. */
function zoneByDay(): string {
  const zones = ["UTC", "Asia/Tokyo", "America/New_York", "Asia/Kathmandu"];
  const found = zones.find((zone) => {
    const { hour } = Temporal.Now.zonedDateTimeISO(zone);
    return hour >= 1 && hour <= 22;
  });
  return found ?? "UTC";
}

async function newestPost(of: Workspace) {
  const reply = await of.api.get(`${of.brand}/posts`, { per_page: 1 });
  const [post] = pageOf(reply, resources.post).data;
  assert.ok(post !== undefined);
  return post;
}
