import { randomBytes } from "node:crypto";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import type { SandboxRefusal, SandboxWorld } from "../../sandbox/network.ts";

interface Refused {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/**
 * A request that the API refuses. Codes and statuses: https://developers.tiktok.com/doc/tiktok-api-v2-error-handling and
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post (2026-11); messages are this network's own.
 */
export class TikTokRefusal extends Error {
  override readonly name = "TikTokRefusal";
  readonly refused: Refused;
  /** Tells that it is no mistake of the network. */
  readonly status: number;

  constructor(refused: Refused) {
    super(refused.message);
    this.status = refused.status;
    this.refused = refused;
  }
}

export function refusal(status: number, code: string, message: string): TikTokRefusal {
  return new TikTokRefusal({ status, code, message });
}

export function invalidParams(message: string): TikTokRefusal {
  return refusal(400, "invalid_params", message);
}

export function tooManyPosts(): TikTokRefusal {
  return refusal(403, "spam_risk_too_many_posts", "The daily post cap from the API is reached for the current user.");
}

export function tooManyPendingShares(): TikTokRefusal {
  return refusal(403, "spam_risk_too_many_pending_share", "There are too many drafts in the creator's inbox.");
}

export function banned(): TikTokRefusal {
  return refusal(403, "spam_risk_user_banned_from_posting", "The user is banned from making new posts.");
}

export function tooManyUsers(): TikTokRefusal {
  return refusal(403, "reached_active_user_cap", "The daily quota for active publishing users of the application is reached.");
}

export function notVerified(): TikTokRefusal {
  return refusal(403, "url_ownership_unverified", "The application does not own the domain or prefix of the address.");
}

export const TOKEN_INVALID: Refused = {
  status: 401,
  code: "access_token_invalid",
  message: "The access token is invalid or not found in the request.",
};
export const NOT_AUTHORIZED: Refused = {
  status: 401,
  code: "scope_not_authorized",
  message: "The user did not authorize the scope required for completing this request.",
};
export const RATE_EXCEEDED: Refused = {
  status: 429,
  code: "rate_limit_exceeded",
  message: "The API rate limit was exceeded. Please try again later.",
};
export const INTERNAL: Refused = { status: 500, code: "internal_error", message: "Something went wrong. Please try again later." };

/** In every answer: the time, and what tells it from all others. */
export function newLogId(now: Instant): string {
  return now.slice(0, 19).replace(/\D/g, "") + randomBytes(9).toString("hex").toUpperCase();
}

export function answerOf({ status, code, message }: Refused, now: Instant): SandboxRefusal {
  const error = { code, message, log_id: newLogId(now) };
  // Errors that come with 200 have the data of a success.
  return { status, body: status < 300 ? { data: {}, error } : { error } };
}

/** Turns refusals into responses; what else goes wrong is said in TikTok's shape, too. */
export function answerRefusals(scope: FastifyInstance, world: SandboxWorld): void {
  scope.setNotFoundHandler((_request, reply) => {
    const { status, body } = answerOf({ status: 404, code: "invalid_params", message: "There is no such call." }, world.now());
    return reply.status(status).send(body);
  });
  scope.setErrorHandler((error, _request, reply) => {
    const { status, body } = answerOf(refusedBy(error), world.now());
    return reply.status(status).send(body);
  });
}

function refusedBy(error: unknown): Refused {
  if (error instanceof TikTokRefusal) return error.refused;
  const status = error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  return status < 500 && error instanceof Error ? { status, code: "invalid_params", message: error.message } : INTERNAL;
}
