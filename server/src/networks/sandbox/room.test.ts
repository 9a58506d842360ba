import assert from "node:assert/strict";
import { after, test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import { testDatabase } from "../../ground/database/testing.ts";
import { sandboxObjects } from "./objects.ts";

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db } = database;
const now = () => toInstant("2026-11-21T09:00:00Z");
const KIB = 1024;

const idsOf = async (table: string, network: string) =>
  (await db.query(`select id from ${table} where network = $1 order by position`, [network])).rows.map(({ id }) => Number(id));

test("A network keeps files up to its limit, the oldest are removed first, and other networks are not affected", async () => {
  const room = { fileBytesMax: 10 * KIB, filesMax: 100, documentBytesMax: 1024 * KIB };
  const other = sandboxObjects({ db, network: "other", now, room });
  await other.putBytes("1", new Uint8Array(8 * KIB));
  const full = sandboxObjects({ db, network: "full", now, room });
  for (let n = 1; n <= 7; n += 1) await full.putBytes(String(n), new Uint8Array(3 * KIB));
  assert.deepEqual(await idsOf("sandbox_files", "full"), [5, 6, 7]);
  assert.equal(await full.getBytes("1"), null);
  assert.equal((await other.getBytes("1"))?.length, 8 * KIB);
});

test("Empty files are counted too", async () => {
  const many = sandboxObjects({ db, network: "many", now, room: { fileBytesMax: KIB, filesMax: 3, documentBytesMax: KIB } });
  for (let n = 1; n <= 5; n += 1) await many.putBytes(String(n), new Uint8Array(0));
  assert.deepEqual(await idsOf("sandbox_files", "many"), [3, 4, 5]);
});

test("The oldest documents of the largest kind are removed, and the network's accounts stay", async () => {
  const room = { fileBytesMax: KIB, filesMax: 1, documentBytesMax: 64 * KIB };
  const objects = sandboxObjects({ db, network: "posts", now, room });
  await objects.put("account", "first", { name: "first" });
  const text = Array.from({ length: 1000 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join("");
  for (let n = 1; n <= 100; n += 1) await objects.insert("status", String(n), { text });
  const { rows } = await db.query("select sum(pg_column_size(document))::int as bytes from sandbox_objects where network = 'posts'");
  assert.ok(rows[0].bytes < 70 * KIB, `${rows[0].bytes}`);
  assert.notEqual(await objects.get("account", "first"), null);
  assert.equal(await objects.get("status", "1"), null);
  assert.equal((await objects.list("status", { limit: 10 })).at(0)?.id, "100");
});
