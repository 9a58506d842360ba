import { randomInt } from "node:crypto";
import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";

const ALPHABET = "234567abcdefghijklmnopqrstuvwxyz";
const DIGITS = 13;
const CLOCK_IDS = 1024n;

/** A key for a record without one: microseconds (the last three digits random) and a random clock id. */
export function nextTid(now: Instant): string {
  let rest = (BigInt(toEpochMilliseconds(now)) * 1000n + BigInt(randomInt(1000))) * CLOCK_IDS + BigInt(randomInt(Number(CLOCK_IDS)));
  let text = "";
  for (let digit = 0; digit < DIGITS; digit += 1) {
    text = ALPHABET.charAt(Number(rest % 32n)) + text;
    rest /= 32n;
  }
  return text;
}
