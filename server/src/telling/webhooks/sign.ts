import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { Instant } from "@rostrum/contract/formats.ts";

/** What a webhook's requests are signed with, by Standard Webhooks ("Signature scheme", read in November 2026). */
export interface SigningKeys {
  /** `whsec_…`, for HMAC-SHA256. */
  readonly secret: string;
  /** `whsk_…`, for ed25519; null if the receiver does not want that. */
  readonly key: string | null;
  /** What they have replaced, newest first, and until when that signs, too. */
  readonly old: readonly OldKeys[];
}

export interface OldKeys {
  readonly secret: string;
  readonly key: string | null;
  readonly until: Instant;
}

const SECRET_BYTES = 32;
const SECRET_PREFIX = "whsec_";
const KEY_PREFIX = "whsk_";
const PUBLIC_PREFIX = "whpk_";
const KEY_BYTES = 32;

export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** A key pair: the private key with the public one behind it, as libraries for ed25519 keep it, and the public one alone. */
export function newKeyPair(): { readonly key: string; readonly publicKey: string } {
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const [secret, open] = [Buffer.from(d, "base64url"), Buffer.from(x, "base64url")];
  return { key: KEY_PREFIX + Buffer.concat([secret, open]).toString("base64"), publicKey: PUBLIC_PREFIX + open.toString("base64") };
}

/** What is sent: under which id, at which moment, in Unix seconds, and which bytes. */
export interface Message {
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
}

/** The header `webhook-signature`: one signature for each key that is valid, the current ones first. */
export function signaturesOf({ id, timestamp, body }: Message, { secret, key, old }: SigningKeys, now: Instant): string {
  const content = `${id}.${timestamp}.${body}`;
  const valid = [{ secret, key }, ...stillValid(old, now)];
  const secrets = valid.map((each) => each.secret);
  const keys = valid.map((each) => each.key).filter((each) => each !== null);
  return [...secrets.map((each) => `v1,${hmacOf(content, each)}`), ...keys.map((each) => `v1a,${signatureOf(content, each)}`)].join(" ");
}

export function stillValid(old: readonly OldKeys[], now: Instant): readonly OldKeys[] {
  return old.filter(({ until }) => until > now);
}

function hmacOf(content: string, secret: string): string {
  return createHmac("sha256", Buffer.from(secret.slice(SECRET_PREFIX.length), "base64"))
    .update(content)
    .digest("base64");
}

function signatureOf(content: string, key: string): string {
  const bytes = Buffer.from(key.slice(KEY_PREFIX.length), "base64");
  const [d, x] = [bytes.subarray(0, KEY_BYTES), bytes.subarray(KEY_BYTES)].map((part) => part.toString("base64url"));
  const privateKey = createPrivateKey({ key: { kty: "OKP", crv: "Ed25519", d: d ?? "", x: x ?? "" }, format: "jwk" });
  return sign(null, Buffer.from(content), privateKey).toString("base64");
}
