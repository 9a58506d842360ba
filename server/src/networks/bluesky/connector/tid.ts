import { createHash } from "node:crypto";
import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";

const ALPHABET = "234567abcdefghijklmnopqrstuvwxyz";
const KEY_LENGTH = 13;
const CLOCK_ID_LENGTH = 2;
const CLOCK_IDS = 1024;
/** The 1000 microseconds of a millisecond hold 31 lanes of 32 parts. */
const PARTS = 32;
const LANES = 31;

export interface KeyOrigin {
  readonly dueAt: Instant;
  /** The delivery's idempotency key. */
  readonly key: string;
  /** Position in the thread, below 32. */
  readonly part: number;
  /** How often the key turned out to be taken by another record. */
  readonly salt: number;
}

/**
 * The record key (a TID) of one part of a delivery: the same on every attempt, ascending with the due time and then the
 * part. It has 53 bits of microseconds and 10 bits of clock id; the key's hash fills the clock id and picks the lane within
 * the millisecond, so that two deliveries due at the same moment collide once in 31,744 times.
 */
export function recordKey({ dueAt, key, part, salt }: KeyOrigin): string {
  const hash = createHash("sha256").update(`${salt}:${key}`).digest();
  const clockId = hash.readUInt16BE(0) % CLOCK_IDS;
  const lane = hash.readUInt16BE(2) % LANES;
  const microseconds = toEpochMilliseconds(dueAt) * 1000 + lane * PARTS + (part % PARTS);
  return base32(microseconds).padStart(KEY_LENGTH - CLOCK_ID_LENGTH, "2") + base32(clockId).padStart(CLOCK_ID_LENGTH, "2");
}

function base32(value: number): string {
  let digits = "";
  // Division, not shifts: today's time in microseconds needs 51 bits.
  for (let rest = value; rest > 0; rest = Math.floor(rest / 32)) digits = ALPHABET.charAt(rest % 32) + digits;
  return digits;
}
