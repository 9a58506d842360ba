import { createHash, timingSafeEqual } from "node:crypto";
import type { SandboxNetwork } from "../network.ts";

/**
 * Applications that a network with a log-in knows: one, with these names, so that nothing has to be registered. It may ask to be
 * answered at any http or https address, as long as the log-in and the exchange of its code name the same.
 */
export const SANDBOX_APPLICATION = { clientId: "sandbox", clientSecret: "sandbox-secret" } as const;

export function isKnownClient(network: SandboxNetwork, clientId: string): boolean {
  return network.application?.clientId === clientId;
}

export function isSecretOf(network: SandboxNetwork, given: { readonly clientId: string; readonly clientSecret: string }): boolean {
  return isKnownClient(network, given.clientId) && isSame(given.clientSecret, network.application?.clientSecret ?? "");
}

/** Whether networks would redirect to this address: absolute, http or https, without a fragment. */
export function isRedirectTarget(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address) && new URL(address).hash === "";
}

export function isSame(given: string, known: string): boolean {
  const [a, b] = [given, known].map((value) => createHash("sha256").update(value).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
