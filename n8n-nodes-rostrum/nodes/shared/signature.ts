import { createHmac, timingSafeEqual } from "node:crypto";

/** How far a delivery's time may be from ours: older ones may be somebody's recording. */
const TOLERANCE_SECONDS = 300;

export interface Delivery {
  /** The headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: string;
  /** The bytes as they came. */
  readonly body: Buffer;
}

/**
 * Why a delivery cannot be trusted, or null if it can: signed with the secret (`whsec_…`) as Standard Webhooks 1.0 says, and not
 * long ago.
 */
export function reasonAgainst({ id, timestamp, signatures, body }: Delivery, secret: string, nowSeconds: number): string | null {
  if (id === "" || signatures === "" || !/^\d{1,12}$/.test(timestamp)) return "The signature is missing.";
  if (Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return "The timestamp is too far from the present.";
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  const isSigned = signatures.split(" ").some((signature) => isEqual(signature, expected));
  return isSigned ? null : "The signature does not match.";
}

/** There may be several signatures, also of other versions, while a secret is replaced. */
function isEqual(signature: string, expected: Buffer): boolean {
  if (!signature.startsWith("v1,")) return false;
  const given = Buffer.from(signature.slice("v1,".length), "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
