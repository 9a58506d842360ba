import type { FastifyInstance } from "fastify";
import type { SandboxRefusal } from "../../sandbox/network.ts";

interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

/**
 * A request that the API refuses. Codes 2, 7, 8, 29, 40, 50 and 2031 are in the examples of the vendor's description
 * (https://github.com/pinterest/api-description, 5.23.0, 2026-11), 3 is in https://github.com/pinterest/api-quickstart/issues/97. Issues
 * 1962, 1907, 1931 and 1084 of https://github.com/gitroomhq/postiz-app (2026-11) have 9, 2787, 1 for pictures, and 29 for Trial access.
 * The others are unverified.
 */
export class PinterestRefusal extends Error {
  override readonly name = "PinterestRefusal";
  readonly status: number;
  readonly code: number;

  constructor({ status, code, message }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const OUTAGE: Refusal = { status: 500, code: 2787, message: "Sorry! Something went wrong on our end." };
export const UNAUTHENTICATED: Refusal = { status: 401, code: 2, message: "Authentication failed." };
export const NOT_PERMITTED: Refusal = { status: 403, code: 29, message: "You are not permitted to access that resource." };
export const TOO_MANY: Refusal = { status: 429, code: 8, message: "You have exceeded your rate limit. Try again later." };

export function badRequest(message: string): PinterestRefusal {
  return new PinterestRefusal({ status: 400, code: 1, message });
}

export function unauthenticated(): PinterestRefusal {
  return new PinterestRefusal(UNAUTHENTICATED);
}

export function missingScope(): PinterestRefusal {
  const message =
    "Your token does not have sufficient permissions to perform this operation. Please ensure your token is authorized with the correct set of scopes.";
  return new PinterestRefusal({ status: 401, code: 3, message });
}

/** Somebody else's board or pin. */
export function notPermitted(): PinterestRefusal {
  return new PinterestRefusal(NOT_PERMITTED);
}

export function notWritable(): PinterestRefusal {
  return new PinterestRefusal({ status: 403, code: 7, message: "Not authorized to access board or Pin." });
}

export function trialAccess(): PinterestRefusal {
  const message =
    "Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox https://api-sandbox.pinterest.com instead.";
  return new PinterestRefusal({ status: 403, code: 29, message });
}

export function spamBlock(status: number): PinterestRefusal {
  const message = "Sorry! You've hit a block (Pins) we have in place to combat spam. Please try again later!";
  return new PinterestRefusal({ status, code: 9, message });
}

export function notFetched(): PinterestRefusal {
  return badRequest("Sorry we could not fetch the image.");
}

export function boardNotFound(): PinterestRefusal {
  return new PinterestRefusal({ status: 404, code: 40, message: "Board not found." });
}

export function pinNotFound(): PinterestRefusal {
  return new PinterestRefusal({ status: 404, code: 50, message: "Pin not found." });
}

export function mediaNotFound(): PinterestRefusal {
  return new PinterestRefusal({ status: 404, code: 404, message: "Media not found." });
}

export function nameTaken(): PinterestRefusal {
  return new PinterestRefusal({ status: 400, code: 58, message: "You already have a board with this name." });
}

export function answerOf({ status, code, message }: Refusal): SandboxRefusal {
  return { status, body: { code, message } };
}

/** Turns refusals into responses. Everything else goes wrong as on the real platform: with code 2787. */
export function answerRefusals(scope: FastifyInstance): void {
  scope.setNotFoundHandler((_request, reply) => reply.status(404).send({ code: 404, message: "Not found." }));
  scope.setErrorHandler((error, _request, reply) => {
    const { status, code, message } = refusalOf(error);
    return reply.status(status).send({ code, message });
  });
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof PinterestRefusal) return error;
  const status = error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" ? error.statusCode : 500;
  return status < 500 && error instanceof Error ? { status, code: 1, message: error.message } : OUTAGE;
}
