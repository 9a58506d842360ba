import { createHash } from "node:crypto";

const VERSION = 1;
const DAG_CBOR = 0x71;
const RAW = 0x55;
const SHA256 = 0x12;
const SHA256_BYTES = 32;

/** `bafyrei…`: the hash that replies refer to. Throws a TypeError for values a record cannot hold, such as fractions. */
export function recordCid(record: unknown): string {
  return cid(DAG_CBOR, encodeRecord(record));
}

/** `bafkrei…`: the name of a file. */
export function blobCid(bytes: Uint8Array): string {
  return cid(RAW, bytes);
}

function cid(codec: number, bytes: Uint8Array): string {
  const hash = createHash("sha256").update(bytes).digest();
  return `b${encodeBase32(Buffer.concat([Buffer.from([VERSION, codec, SHA256, SHA256_BYTES]), hash]))}`;
}

/**
 * Encodes a record canonically (DAG-CBOR, https://ipld.io/specs/codecs/dag-cbor/spec/): map keys sorted by length and then
 * by bytes, shortest integers, links as tag 42. Records have no floats. A link is written `{"$link": cid}`.
 */
export function encodeRecord(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === "boolean") return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === "number") return encodeInteger(value);
  if (typeof value === "string") return withHead(3, Buffer.from(value, "utf8"));
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeRecord)]);
  if (typeof value === "object") return encodeMap(new Map(Object.entries(value)));
  throw new TypeError(`A record cannot hold a ${typeof value}.`);
}

/** Decodes a CID's text (multibase `b`: lower-case base32 without padding). */
export function decodeBase32(text: string): Buffer {
  const bytes: number[] = [];
  let buffered = 0;
  let bits = 0;
  for (const digit of text) {
    const value = BASE32.indexOf(digit);
    if (value === -1) throw new TypeError("A link is not base32.");
    buffered = (buffered << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffered >> bits) & 0xff);
    buffered &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

export function encodeBase32(bytes: Uint8Array): string {
  let text = "";
  let buffered = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffered = (buffered << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32.charAt((buffered >> (bits - 5)) & 31);
    buffered &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32.charAt((buffered << (5 - bits)) & 31);
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
const LINK_TAG = Buffer.from([0xd8, 0x2a]);

function encodeMap(entries: Map<string, unknown>): Buffer {
  const link = entries.get("$link");
  if (entries.size === 1 && typeof link === "string") {
    // The zero byte is the multibase prefix for raw binary.
    return Buffer.concat([LINK_TAG, withHead(2, Buffer.concat([Buffer.from([0]), decodeBase32(link.slice(1))]))]);
  }
  const present = [...entries].filter(([, value]) => value !== undefined).map(([key, value]) => ({ key: Buffer.from(key, "utf8"), value }));
  present.sort((one, other) => one.key.length - other.key.length || Buffer.compare(one.key, other.key));
  return Buffer.concat([head(5, present.length), ...present.flatMap(({ key, value }) => [withHead(3, key), encodeRecord(value)])]);
}

function encodeInteger(value: number): Buffer {
  if (!Number.isSafeInteger(value)) throw new TypeError("Numbers in records are whole.");
  return value >= 0 ? head(0, value) : head(1, -1 - value);
}

function withHead(major: number, bytes: Buffer): Buffer {
  return Buffer.concat([head(major, bytes.length), bytes]);
}

function head(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.from([type | length]);
  if (length < 0x100) return Buffer.from([type | 24, length]);
  const wide = Buffer.alloc(length < 0x1_0000 ? 3 : length < 0x1_0000_0000 ? 5 : 9);
  if (wide.length === 9) wide.writeBigUInt64BE(BigInt(length), 1);
  else wide.writeUIntBE(length, 1, wide.length - 1);
  wide[0] = type | (wide.length === 3 ? 25 : wide.length === 5 ? 26 : 27);
  return wide;
}
