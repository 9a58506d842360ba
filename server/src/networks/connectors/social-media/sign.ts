import { createHmac } from "node:crypto";

/**
 * The signature of one request: HMAC-SHA256 over `<timestamp>.<body>` with the webhook's secret, in hex, prefixed with the
 * scheme version. It covers the time so that an old request cannot be replayed.
 */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`;
}
