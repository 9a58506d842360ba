import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dataOf, pageOf } from "./support/api.ts";
import { assertStatus } from "./support/expect.ts";
import * as resources from "./support/resources.ts";
import { aCollection, aPost, aWorkspace, readPost, updateBrand, type Workspace } from "./support/stage.ts";
import { nextClockChange, slotInDays, slotMoments } from "./support/time.ts";

describe("the queue of a collection", () => {
  async function fill(of: Workspace, collectionId: number, many: number): Promise<number[]> {
    const ids = [];
    for (let made = 0; made < many; made += 1) ids.push(await aPost(of, collectionId, { publishMode: "QUEUE", caption: `${made}` }));
    return ids;
  }

  async function dates(of: Workspace, collectionId: number): Promise<(readonly [number, string | null])[]> {
    const query = { sort_by: "post_date", sort_order: "asc", per_page: 100, status: "PENDING" };
    const { data } = pageOf(await of.api.get(`${of.brand}/collections/${collectionId}/posts`, query), resources.post);
    return data.map((post) => [post.id, post.postDate]);
  }

  const zip = (ids: readonly number[], moments: readonly string[]) => ids.map((id, index) => [id, moments[index] ?? null]);

  for (const zone of [undefined, "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "America/Los_Angeles"]) {
    test(`queued posts are published at the next slots of ${zone ?? "a brand without timezone"}, front first`, async () => {
      const of = await aWorkspace(zone === undefined ? {} : { timezone: zone });
      const slots = [slotInDays(2, "00:00", zone ?? "UTC"), slotInDays(2, "23:59", zone ?? "UTC"), slotInDays(5, "12:30", zone ?? "UTC")];
      const { id } = await aCollection(of, { queues: slots });
      const ids = await fill(of, id, 8);
      assert.deepEqual(await dates(of, id), zip(ids, slotMoments(slots, zone ?? "UTC", 8)));
    });
  }

  test("two slots at the same time publish two posts", async () => {
    const of = await aWorkspace();
    const slots = [slotInDays(3, "10:00", "UTC"), slotInDays(3, "10:00", "UTC")];
    const { id } = await aCollection(of, { queues: slots });
    const ids = await fill(of, id, 5);
    const moments = slotMoments(slots, "UTC", 5);
    assert.equal(moments[0], moments[1]);
    assert.deepEqual(await dates(of, id), zip(ids, moments));
  });

  for (const zone of ["Europe/Berlin", "Australia/Lord_Howe"]) {
    test(`postDate keeps the wall-clock time of ${zone} across both clock changes, in the gap and in the overlap too`, async () => {
      const of = await aWorkspace({ timezone: zone });
      const gap = nextClockChange(zone, "gap").at;
      const time = gap.subtract({ nanoseconds: 1 }).toPlainTime().add({ minutes: 11 }).toString({ smallestUnit: "minute" });
      const days = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];
      const slots = [`${days[gap.dayOfWeek - 1]} ${time}`];
      const { id } = await aCollection(of, { queues: slots });
      const ids = await fill(of, id, 53);
      assert.deepEqual(await dates(of, id), zip(ids, slotMoments(slots, zone, 53)));
    });
  }

  test("with a new timezone the slots keep their wall-clock times and the dates change at once", async () => {
    const of = await aWorkspace({ timezone: "Europe/Berlin" });
    const slots = [slotInDays(3, "12:00", "Europe/Berlin")];
    const { id } = await aCollection(of, { queues: slots });
    const ids = await fill(of, id, 2);
    await updateBrand(of, { timezone: "Asia/Kathmandu" });
    assert.deepEqual(await dates(of, id), zip(ids, slotMoments(slots, "Asia/Kathmandu", 2)));
  });

  test("each collection of a brand has its own queue", async () => {
    const of = await aWorkspace();
    const slots = [slotInDays(2, "09:00", "UTC")];
    const [one, two] = [await aCollection(of, { queues: slots }), await aCollection(of, { queues: slots })];
    const [first, second] = [await fill(of, one.id, 2), await fill(of, two.id, 2)];
    const moments = slotMoments(slots, "UTC", 2);
    assert.deepEqual([await dates(of, one.id), await dates(of, two.id)], [zip(first, moments), zip(second, moments)]);
  });

  test("moving, drafting, queueing and moving again leaves the queue in the requested order", async () => {
    const of = await aWorkspace();
    const slots = [slotInDays(2, "09:00", "UTC"), slotInDays(4, "09:00", "UTC")];
    const { id } = await aCollection(of, { queues: slots });
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = await fill(of, id, 5);
    const patch = async (post: number, body: object) => assertStatus(await of.api.patch(`${of.brand}/posts/${post}`, body), 200);
    await patch(c, { queuePosition: "FRONT" });
    await patch(a, { queuePosition: "BACK" });
    await patch(d, { publishMode: "DRAFT" });
    await patch(e, { queuePosition: "FRONT" });
    await patch(d, { publishMode: "QUEUE" });
    await patch(c, { queuePosition: "FRONT" });
    assert.deepEqual(await dates(of, id), zip([c, e, b, a, d], slotMoments(slots, "UTC", 5)));
  });

  test("many posts queued concurrently each get their own slot", async () => {
    const of = await aWorkspace();
    const slots = [slotInDays(2, "09:00", "UTC")];
    const { id } = await aCollection(of, { queues: slots });
    await Promise.all(Array.from({ length: 12 }, () => aPost(of, id, { publishMode: "QUEUE" })));
    assert.deepEqual(
      (await dates(of, id)).map(([, date]) => date),
      slotMoments(slots, "UTC", 12),
    );
  });

  test("PATCH returns the same date for a queued post as the list", async () => {
    const of = await aWorkspace();
    const { id } = await aCollection(of, { queues: [slotInDays(2, "09:00", "UTC")] });
    const [, second = 0] = await fill(of, id, 2);
    const read = dataOf(await of.api.patch(`${of.brand}/posts/${second}`, { queuePosition: "FRONT" }), resources.post);
    assert.deepEqual(await readPost(of, second), read);
  });
});
