import type { Instant } from "@rostrum/contract/formats.ts";

/** As Pinterest writes times: UTC, without saying so. https://github.com/pinterest/api-quickstart/issues/78 (2026-11) */
export function zoneless(at: Instant): string {
  return at.replace(/(\.\d+)?Z$/, "");
}
