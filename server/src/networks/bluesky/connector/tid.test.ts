import assert from "node:assert/strict";
import { test } from "node:test";
import { addMilliseconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import fc from "fast-check";
import { recordKey } from "./tid.ts";

const anyMoment = fc
  .integer({ min: 0, max: 40 * 365 * 86_400 })
  .map((seconds) => addMilliseconds(toInstant("2020-01-01T00:00:00Z"), seconds * 1000));
const anyPart = fc.integer({ min: 0, max: 31 });

test("A key is 13 characters of the alphabet of TIDs and its first one keeps the top bit clear", () => {
  fc.assert(
    fc.property(anyMoment, fc.string(), anyPart, fc.nat(5), (dueAt, key, part, salt) => {
      assert.match(recordKey({ dueAt, key, part, salt }), /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/);
    }),
  );
});

test("The same delivery has the same key, and its parts have ascending keys", () => {
  fc.assert(
    fc.property(anyMoment, fc.string(), fc.integer({ min: 0, max: 30 }), (dueAt, key, part) => {
      const one = recordKey({ dueAt, key, part, salt: 0 });
      assert.equal(one, recordKey({ dueAt, key, part, salt: 0 }));
      assert.ok(one < recordKey({ dueAt, key, part: part + 1, salt: 0 }));
    }),
  );
});

test("Keys ascend with the due time to the millisecond", () => {
  fc.assert(
    fc.property(anyMoment, fc.string(), fc.string(), anyPart, anyPart, (dueAt, key, otherKey, part, otherPart) => {
      const later = addMilliseconds(dueAt, 1);
      assert.ok(recordKey({ dueAt, key, part, salt: 0 }) < recordKey({ dueAt: later, key: otherKey, part: otherPart, salt: 0 }));
    }),
  );
});

test("The time can be read back from the key", () => {
  const dueAt: Instant = toInstant("2026-11-21T09:00:00.123Z");
  const digits = [...recordKey({ dueAt, key: "delivery", part: 3, salt: 0 }).slice(0, 11)];
  const microseconds = digits.reduce((value, digit) => value * 32 + "234567abcdefghijklmnopqrstuvwxyz".indexOf(digit), 0);
  assert.equal(Math.floor(microseconds / 1000), Date.parse("2026-11-21T09:00:00.123Z"));
  assert.equal((microseconds % 1000) % 32, 3);
});

test("Of 1000 deliveries due at the same moment hardly any share a key", () => {
  const dueAt = toInstant("2030-05-01T07:00:00Z");
  const keys = new Set(Array.from({ length: 1000 }, (_, index) => recordKey({ dueAt, key: `delivery-${index}`, part: 0, salt: 0 })));
  assert.ok(keys.size > 960, String(keys.size));
});
