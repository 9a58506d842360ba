import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { blobCid, decodeBase32, encodeBase32, encodeRecord, recordCid } from "./cid.ts";

test("The hash of a record does not depend on the order of its members", () => {
  assert.equal(recordCid({ text: "a", $type: "b", n: 1 }), recordCid({ n: 1, $type: "b", text: "a" }));
  assert.notEqual(recordCid({ text: "a" }), recordCid({ text: "b" }));
});

test("Known vectors: an empty map, an empty file", () => {
  // Published by the IPLD and IPFS projects for {} as dag-cbor and for zero bytes as raw.
  assert.equal(recordCid({}), "bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua");
  assert.equal(blobCid(Buffer.alloc(0)), "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku");
});

test("The encoding is the shortest, with keys by length and then by bytes", () => {
  assert.equal(
    encodeRecord({ bb: 1, a: [true, false, null], c: -1 }).toString("hex"),
    "a3" + "6161" + "83f5f4f6" + "6163" + "20" + "626262" + "01",
  );
  for (const [value, hex] of [
    [23, "17"],
    [24, "1818"],
    [255, "18ff"],
    [256, "190100"],
    [65_536, "1a00010000"],
    [4_294_967_296, "1b0000000100000000"],
  ] as const) {
    assert.equal(encodeRecord(value).toString("hex"), hex);
  }
});

test("A link is tag 42 over the bytes of its hash; a fraction is not a valid value in a record", () => {
  const cid = blobCid(Buffer.from("bread"));
  assert.equal(encodeRecord({ $link: cid }).toString("hex").slice(0, 10), "d82a582500");
  assert.throws(() => encodeRecord({ n: 0.5 }), TypeError);
});

test("Base32 reads back what it wrote", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      assert.deepEqual([...decodeBase32(encodeBase32(bytes))], [...bytes]);
    }),
  );
});
