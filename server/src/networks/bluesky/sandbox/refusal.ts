import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxRefusal } from "../../sandbox/network.ts";

/** A request that this network refuses, in its format. */
export function refusal(status: number, error: string, message: string, headers: Readonly<Record<string, string>> = {}): Refusal {
  return new Refusal({ status, headers, body: { error, message } });
}

export const invalidRequest = (message: string) => refusal(400, "InvalidRequest", message);

/** Any other error gets a 500 without details, as on a real server. */
export function failed(status: number, message: string): SandboxRefusal {
  if (status === 413) return { status, body: { error: "PayloadTooLarge", message: "request entity too large" } };
  if (status < 500) return { status, body: { error: "InvalidRequest", message } };
  return { status, body: { error: "InternalServerError", message: "Internal Server Error" } };
}

/** A refusal of the authorization server, in OAuth's format. */
export function oauthRefusal(error: string, error_description: string, status = 400): Refusal {
  return new Refusal({ status, body: { error, error_description } });
}

export const invalidGrant = (description: string) => oauthRefusal("invalid_grant", description);
