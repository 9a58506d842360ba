import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { addSeconds, toInstant } from "@rostrum/contract/formats.ts";
import { testDatabase } from "../../ground/database/testing.ts";
import { memoryObjects } from "./memory.ts";
import type { SandboxObjects } from "./network.ts";
import { sandboxObjects } from "./objects.ts";

let second = 0;
/** Two objects in each second, so that order has ties to break. */
const now = () => addSeconds(toInstant("2026-11-21T09:00:00.123456Z"), Math.floor(second++ / 2));

let database: Awaited<ReturnType<typeof testDatabase>>;
before(async () => {
  database = await testDatabase();
});
after(() => database[Symbol.asyncDispose]());

for (const [name, make] of Object.entries({
  PostgreSQL: (network: string) => sandboxObjects({ db: database.db, network, now }),
  memory: () => memoryObjects(now),
})) {
  suite(`objects in ${name}`, () => {
    let objects: SandboxObjects;
    before(() => {
      objects = make("one");
    });

    test("objects read back as stored, with their creation time to the microsecond", async () => {
      second = 0;
      const document = { text: "ö 👩‍🍳", list: [1, null, { deep: true }] };
      await objects.put("status", "1", document);
      assert.deepEqual(await objects.get("status", "1"), { id: "1", document, createdAt: "2026-11-21T09:00:00.123456Z" });
      assert.equal(await objects.get("status", "2"), null);
      assert.equal(await objects.get("account", "1"), null);
    });

    test("concurrent increments all return different values, and need a document", async () => {
      assert.equal(await objects.increment("count", "a", "seen"), null);
      await objects.put("count", "a", { name: "kept" });
      const sums = await Promise.all(Array.from({ length: 8 }, () => objects.increment("count", "a", "seen")));
      assert.deepEqual(sums.toSorted(), [1, 2, 3, 4, 5, 6, 7, 8]);
      assert.deepEqual((await objects.get("count", "a"))?.document, { name: "kept", seen: 8 });
    });

    test("insert stores unless the id is taken, put replaces and keeps the creation time, delete removes", async () => {
      assert.equal(await objects.insert("claim", "a", { by: "first" }), true);
      assert.equal(await objects.insert("claim", "a", { by: "second" }), false);
      const first = await objects.get("claim", "a");
      assert.deepEqual(first?.document, { by: "first" });
      await objects.put("claim", "a", { by: "third" });
      assert.deepEqual(await objects.get("claim", "a"), { ...first, document: { by: "third" } });
      await objects.delete("claim", "a");
      await objects.delete("claim", "a");
      assert.equal(await objects.get("claim", "a"), null);
    });

    test("of many concurrent inserts of one id one succeeds", async () => {
      const results = await Promise.all(Array.from({ length: 8 }, (_, index) => objects.insert("race", "x", { index })));
      assert.equal(results.filter(Boolean).length, 1);
    });

    test("a list is newest first, in insertion order within the same moment", async () => {
      second = 0;
      for (const id of ["a", "b", "c", "d"]) await objects.put("letter", id, { vowel: id === "a" ? "yes" : "no", odd: "yes" });
      const ids = async (options: Parameters<SandboxObjects["list"]>[1]) => (await objects.list("letter", options)).map(({ id }) => id);
      assert.deepEqual(await ids({}), ["d", "c", "b", "a"]);
      assert.deepEqual(await ids({ limit: 2 }), ["d", "c"]);
      assert.deepEqual(await ids({ where: { vowel: "no" } }), ["d", "c", "b"]);
      assert.deepEqual(await ids({ where: { vowel: "yes", odd: "yes" } }), ["a"]);
      assert.deepEqual(await ids({ where: { vowel: "yes", odd: "no" } }), []);
      assert.deepEqual(await objects.list("nothing"), []);
    });

    test("changing an object after storing it does not change what is stored", async () => {
      const document = { list: ["a"] };
      await objects.put("copy", "1", document);
      document.list.push("b");
      const read = await objects.get("copy", "1");
      assert.deepEqual(read?.document, { list: ["a"] });
    });

    test("files of any length read back exactly and can be replaced", async () => {
      const large = new Uint8Array(9 * 1024 * 1024 + 3).map((_, index) => index % 251);
      await objects.putBytes("large", large);
      assert.ok(Buffer.from(large).equals(Buffer.from((await objects.getBytes("large")) ?? [])));
      await objects.putBytes("large", large.subarray(5, 8));
      assert.deepEqual([...((await objects.getBytes("large")) ?? [])], [5, 6, 7]);
      await objects.putBytes("empty", new Uint8Array());
      assert.equal((await objects.getBytes("empty"))?.length, 0);
      assert.equal(await objects.getBytes("missing"), null);
    });

    test("ids ascend and are unique", async () => {
      const ids = [await objects.nextId(), await objects.nextId(), ...(await Promise.all([objects.nextId(), objects.nextId()]))];
      assert.ok(Number(ids[0]) < Number(ids[1]));
      assert.equal(new Set(ids).size, ids.length);
    });

    test("networks do not see each other's objects", async () => {
      await objects.put("shared", "1", { of: "one" });
      await objects.putBytes("shared", new Uint8Array([1]));
      const other = make("two");
      assert.equal(await other.get("shared", "1"), null);
      assert.equal(await other.getBytes("shared"), null);
      assert.deepEqual(await other.list("shared"), []);
    });
  });
}
