import { createHmac } from "node:crypto";

/**
 * The signature of one request: HMAC-SHA256 under the hook's secret over `<timestamp>.<body>`, in hex behind the version
 * of the scheme. The time is in it, so that an old request cannot be played again.
 */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
}
