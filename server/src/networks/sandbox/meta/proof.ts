import { createHmac } from "node:crypto";
import { GraphRefusal } from "./refusal.ts";

/**
 * Refuses a wrong proof that the caller knows the application's secret; without one there is nothing to refuse.
 * https://developers.facebook.com/docs/graph-api/guides/secure-requests (2026-10)
 */
export function checkProof(proof: string | null, facts: { readonly token: string; readonly secret: string }): void {
  if (proof === null || proof === createHmac("sha256", facts.secret).update(facts.token).digest("hex")) return;
  throw new GraphRefusal({ code: 100, type: "GraphMethodException", message: "Invalid appsecret_proof provided in the API argument" });
}
