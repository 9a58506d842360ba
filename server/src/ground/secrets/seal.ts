import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Secrets at rest: AES-256-GCM with a random nonce per value. The place (table, row, column) is authenticated as well, so a
 * sealed text cannot be opened in another row.
 */
export interface Secrets {
  /** With the current key. */
  seal(plain: string, place: string): string;
  /** Throws if the text was sealed with a key that is not known, or for another place. */
  open(sealed: string, place: string): string;
  /** The same; null where that throws. */
  openOrNull(sealed: string, place: string): string | null;
  /** HMAC-SHA256 of the text with a key derived from the current secret key for this purpose. */
  sign(text: string, purpose: string): Buffer;
  /** Whether this is what `sign` returns, here or where another known key is the current one. */
  isSignature(given: Buffer, text: string, purpose: string): boolean;
  /** What texts begin with that are sealed with the current key, or with the next one. */
  readonly lastingPrefixes: readonly string[];
  /** The same of the old keys. */
  readonly oldPrefixes: readonly string[];
}

interface OtherKeys {
  /** The one that will replace the current key. */
  readonly next?: readonly Buffer[];
  /** Those that the current key has replaced. */
  readonly old?: readonly Buffer[];
}

/**
 * Keys are 32 bytes. `key` seals and signs; what was sealed or signed with the others is accepted, too. Sealed text has the form
 * `v1:<key id>:<nonce>:<ciphertext and tag>`, in base64url.
 */
export function createSecrets(key: Buffer, { next = [], old = [] }: OtherKeys = {}): Secrets {
  const keyId = idOf(key);
  const keys = new Map([key, ...next, ...old].map((known) => [idOf(known), known]));
  const lastingPrefixes = [key, ...next].map(prefixOf);
  const secrets: Secrets = {
    seal(plain, place) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `v1:${keyId}:${nonce.toString("base64url")}:${body.toString("base64url")}`;
    },
    open(sealed, place) {
      const [version, id = "", nonce, body] = sealed.split(":");
      if (version !== "v1" || nonce === undefined || body === undefined) throw new Error("not sealed text");
      const known = keys.get(id);
      if (known === undefined) throw new Error(`sealed with a different key (${id}); restore the secret key that was in use`);
      const bytes = Buffer.from(body, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", known, Buffer.from(nonce, "base64url"));
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-16));
      return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
    },
    openOrNull(sealed, place) {
      try {
        return secrets.open(sealed, place);
      } catch {
        return null;
      }
    },
    sign: (text, purpose) => signatureWith(key, text, purpose),
    isSignature(given, text, purpose) {
      return [...keys.values()].some((known) => {
        const expected = signatureWith(known, text, purpose);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
    lastingPrefixes,
    oldPrefixes: old.map(prefixOf).filter((prefix) => !lastingPrefixes.includes(prefix)),
  };
  return secrets;
}

function idOf(key: Buffer): string {
  if (key.length !== 32) throw new Error("the secret key must have 32 bytes");
  return createHash("sha256").update("rostrum key id").update(key).digest("hex").slice(0, 8);
}

function prefixOf(key: Buffer): string {
  return `v1:${idOf(key)}:`;
}

function signatureWith(key: Buffer, text: string, purpose: string): Buffer {
  const own = hkdfSync("sha256", key, "", `rostrum ${purpose}`, 32);
  return createHmac("sha256", Buffer.from(own)).update(text).digest();
}
