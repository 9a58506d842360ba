import { createHash } from "node:crypto";
import { encodeBase32, encodeRecord } from "./dag-cbor.ts";

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
