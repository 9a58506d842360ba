import type { FastifyInstance } from "fastify";
import { answerRefusals, Refusal } from "../kit/refusals.ts";
import type { SandboxRefusal } from "../network.ts";

/** What is wrong, as older APIs say it. */
export interface GoogleReason {
  readonly reason: string;
  /** `global` unless said. */
  readonly domain?: string | undefined;
  readonly location?: string | undefined;
  readonly locationType?: string | undefined;
}

/**
 * A request that a Google API refuses. Older APIs decide by `errors[].reason`, newer ones by `status` and `details`; each network
 * says which of them its own answers have.
 * https://cloud.google.com/apis/design/errors and https://developers.google.com/youtube/v3/docs/core_errors (2026-11)
 */
export interface GoogleError {
  /** The HTTP status. */
  readonly code: number;
  readonly message: string;
  readonly status?: string;
  readonly reason?: GoogleReason;
  readonly details?: readonly Readonly<Record<string, unknown>>[];
}

/** `reasons`: with `errors`, as YouTube answers. `details`: without them, as the Business Profile APIs answer. */
export type ErrorStyle = "reasons" | "details";

export class GoogleRefusal extends Refusal {
  readonly error: GoogleError;

  constructor(error: GoogleError) {
    super(answerOf(error, "reasons"));
    this.error = error;
  }
}

/** The refusal as a response. */
export function answerOf({ code, message, status, reason, details }: GoogleError, style: ErrorStyle): SandboxRefusal {
  const { reason: word = "unknown", domain = "global", ...place } = reason ?? {};
  const errors = style === "reasons" ? { errors: [{ message, domain, reason: word, ...place }] } : {};
  return {
    status: code,
    body: {
      error: {
        code,
        message,
        ...errors,
        ...(status === undefined ? {} : { status }),
        ...(details === undefined ? {} : { details }),
      },
    },
  };
}

/** The answer of a server that failed: the request may have been carried out. */
export const OUTAGE: GoogleError = {
  code: 500,
  message: "Internal error encountered.",
  status: "INTERNAL",
  reason: { reason: "backendError" },
};

/** The token is unknown, over, or was taken back: Google does not tell which. */
export const UNAUTHENTICATED: GoogleError = {
  code: 401,
  message: "Request had invalid authentication credentials. Expected OAuth 2 access token.",
  status: "UNAUTHENTICATED",
  reason: { reason: "authError", location: "Authorization", locationType: "header" },
};

export const LOGIN_REQUIRED: GoogleError = {
  code: 401,
  message: "Request is missing required authentication credential. Expected OAuth 2 access token.",
  status: "UNAUTHENTICATED",
  reason: { reason: "required", location: "Authorization", locationType: "header" },
};

/** The token lives, but has none of the scopes that the call needs. */
export const SCOPE_INSUFFICIENT: GoogleError = {
  code: 403,
  message: "Request had insufficient authentication scopes.",
  status: "PERMISSION_DENIED",
  reason: { reason: "insufficientPermissions" },
  details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT", domain: "googleapis.com" }],
};

/** Unknown paths are answered with a page, not in the API's format. */
const NOWHERE: SandboxRefusal = {
  status: 404,
  headers: { "content-type": "text/html; charset=UTF-8" },
  body: "<!DOCTYPE html>\n<html lang=en><meta charset=utf-8><title>Error 404 (Not Found)</title><p><b>404.</b> There is nothing at this address.\n",
};

/** Turns refusals into responses in the network's own style. Everything else goes wrong as on the real platform: as an internal error. */
export function answerGoogleRefusals(scope: FastifyInstance, style: ErrorStyle): void {
  answerRefusals(scope, {
    nowhere: () => NOWHERE,
    failed: (code, message) =>
      answerOf(code < 500 ? { code, message, status: "INVALID_ARGUMENT", reason: { reason: "badRequest" } } : OUTAGE, style),
    answerOf: (refusal) => (refusal instanceof GoogleRefusal ? answerOf(refusal.error, style) : refusal.answer),
  });
}
