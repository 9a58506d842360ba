import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/**
 * Secrets at rest: AES-256-GCM with a random nonce per value. The place (table, row, column) is authenticated as well, so a
 * sealed text cannot be opened in another row.
 */
export interface Secrets {
  seal(plain: string, place: string): string;
  /** Throws if the text was sealed with another key or for another place. */
  open(sealed: string, place: string): string;
  /** HMAC-SHA256 of the text with a key derived from the secret key for this purpose. */
  sign(text: string, purpose: string): Buffer;
}

/** `key` is 32 bytes. Sealed text has the form `v1:<key id>:<nonce>:<ciphertext and tag>`, in base64url. */
export function createSecrets(key: Buffer): Secrets {
  if (key.length !== 32) throw new Error("the secret key must have 32 bytes");
  const keyId = createHash("sha256").update("rostrum key id").update(key).digest("hex").slice(0, 8);
  return {
    seal(plain, place) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `v1:${keyId}:${nonce.toString("base64url")}:${body.toString("base64url")}`;
    },
    open(sealed, place) {
      const [version, id, nonce, body] = sealed.split(":");
      if (version !== "v1" || nonce === undefined || body === undefined) throw new Error("not sealed text");
      if (id !== keyId) throw new Error(`sealed with a different key (${id}); restore the secret key that was in use`);
      const bytes = Buffer.from(body, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"));
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
    },
    sign(text, purpose) {
      const own = hkdfSync("sha256", key, "", `rostrum ${purpose}`, 32);
      return createHmac("sha256", Buffer.from(own)).update(text).digest();
    },
  };
}
