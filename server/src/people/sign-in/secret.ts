import { hash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** A new secret: the prefix and 32 random bytes in base64url. Only `hash` is stored. */
export function newSecret(prefix = ""): { readonly secret: string; readonly hash: Buffer } {
  const secret = `${prefix}${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return { secret, hash: hashSecret(secret) };
}

/** SHA-256 of the whole secret: a slow hash adds nothing to 256 random bits. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
