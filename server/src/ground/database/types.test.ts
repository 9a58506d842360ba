import assert from "node:assert/strict";
import { after, test } from "node:test";
import { toInstant } from "@rostrum/contract/formats.ts";
import fc from "fast-check";
import { one } from "./query.ts";
import { testDatabase } from "./testing.ts";
import { parseBigint, parseTimestamptz } from "./types.ts";

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db } = database;

test("database values arrive as Instants, numbers, text and parsed JSON", async () => {
  const text = `SELECT '2026-11-21 05:47:00.12+01'::timestamptz AS moment, ARRAY['2026-11-21 04:47:00+00'::timestamptz, NULL] AS moments,
    9007199254740991::bigint AS big, ARRAY[1::bigint, NULL] AS bigs, 1.20::numeric AS exact, '{"a":[1]}'::jsonb AS json,
    '2026-11-21'::date AS day, '2026-11-21 09:00'::timestamp AS local, '\\x00ff'::bytea AS bytes, NULL::timestamptz AS nothing`;
  assert.deepEqual(await one(db, { text }), {
    moment: "2026-11-21T04:47:00.120000Z",
    moments: ["2026-11-21T04:47:00.000000Z", null],
    big: 9007199254740991,
    bigs: [1, null],
    exact: "1.20",
    json: { a: [1] },
    day: "2026-11-21",
    local: "2026-11-21 09:00:00",
    bytes: Buffer.from([0, 255]),
    nothing: null,
  });
});

test("every moment of the years 1 to 9999 comes back as the Instant that went in", async () => {
  const microseconds = fc.bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n });
  await fc.assert(
    fc.asyncProperty(microseconds, async (value) => {
      const instant = toInstant(Temporal.Instant.fromEpochNanoseconds(value * 1000n));
      assert.deepEqual(await one(db, { name: "echo", text: "SELECT $1::timestamptz AS moment", values: [instant] }), { moment: instant });
    }),
    { numRuns: 200 },
  );
});

test("a timestamp that the format cannot express is an error, not a wrong value", () => {
  for (const text of [
    "infinity",
    "-infinity",
    "0044-03-15 00:00:00+00 BC",
    "10000-01-01 00:00:00+00",
    "2026-11-21 05:47:00+01",
    "2026-11-21 10:17:00+05:30",
  ]) {
    assert.throws(() => parseTimestamptz(text), RangeError, text);
  }
});

test("a bigint that a JavaScript number cannot hold is an error", async () => {
  assert.throws(() => parseBigint("9007199254740992"), RangeError);
  await assert.rejects(one(db, { text: "SELECT 9007199254740992::bigint AS big" }), RangeError);
});
