import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/** Lets secret scanners recognise leaked keys. */
export const KEY_PREFIX = "rst_";

const SECRET_BYTES = 32;
/** 32 bytes in base64url. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 8;

export interface NewKey {
  /** Shown once, never stored. */
  readonly key: string;
  readonly hash: Buffer;
  readonly hint: string;
}

/** A new API key: `rst_`, 32 random bytes in base64url, and their CRC-32 in eight hex digits. */
export function makeKey(random: (bytes: number) => Buffer = randomBytes): NewKey {
  const secret = random(SECRET_BYTES).toString("base64url");
  const key = `${KEY_PREFIX}${secret}${checksum(secret)}`;
  return { key, hash: hashKey(key), hint: `${KEY_PREFIX}…${key.slice(-4)}` };
}

/** SHA-256 of the whole key: a slow hash adds nothing to 256 random bits and would slow down every request. */
export function hashKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

/** Whether the text can be a key at all: detects a mistyped key without a database query. */
export function isKeyShaped(text: string): boolean {
  if (!text.startsWith(KEY_PREFIX) || text.length !== KEY_PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH) return false;
  const secret = text.slice(KEY_PREFIX.length, -CHECKSUM_LENGTH);
  return text.endsWith(checksum(secret));
}

function checksum(secret: string): string {
  return crc32(secret).toString(16).padStart(CHECKSUM_LENGTH, "0");
}
