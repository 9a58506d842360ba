import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { createGate } from "../../ground/decoding/gate.ts";

/** OWASP's second choice for argon2id: 19 MiB, two passes. About 30 ms. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;

const FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** A hash that no password matches and that costs as much to check as any: used for unknown users. */
export const NOBODYS_PASSWORD = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/** Hashes a password for storage: argon2id in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, { salt, memoryKib: MEMORY_KIB, passes: PASSES, tagBytes: TAG_BYTES });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Whether the password matches the stored hash, compared in constant time. Throws on text that `hashPassword` did not produce.
 */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, salt, tag] = FORM.exec(stored) ?? [];
  if (memory === undefined || passes === undefined || salt === undefined || tag === undefined) throw new Error("not a stored password");
  const expected = Buffer.from(tag, "base64");
  const settings = { salt: Buffer.from(salt, "base64"), memoryKib: Number(memory), passes: Number(passes), tagBytes: expected.length };
  return timingSafeEqual(await derive(password, settings), expected);
}

interface Settings {
  readonly salt: Buffer;
  readonly memoryKib: number;
  readonly passes: number;
  readonly tagBytes: number;
}

/** Of Node's four threads, which also read files and look up names: whoever signs in again and again must not have all of them. */
const gate = createGate({ width: 2, perHolder: 2 });

/** NFC first: the same letters typed on another keyboard are the same password. */
function derive(password: string, { salt, memoryKib, passes, tagBytes }: Settings): Promise<Buffer> {
  const parameters = { message: password.normalize("NFC"), nonce: salt, parallelism: 1, tagLength: tagBytes, memory: memoryKib, passes };
  return gate(() => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    argon2("argon2id", parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
    return promise;
  });
}

/** PHC strings carry base64 without padding. */
function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
