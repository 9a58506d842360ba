import { Refusal } from "../kit/refusals.ts";
import type { SandboxRefusal } from "../network.ts";

/**
 * A request that a Graph API refuses, in Meta's envelope.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling (2026-10)
 */
export interface GraphError {
  readonly code: number;
  /** For developers; what the user shall read is `userMessage`. */
  readonly message: string;
  readonly subcode?: number | undefined;
  /** 400 for most. */
  readonly status?: number;
  readonly type?: string;
  readonly userTitle?: string;
  readonly userMessage?: string | undefined;
  readonly isTransient?: boolean;
}

export class GraphRefusal extends Refusal {
  readonly error: GraphError;

  constructor(error: GraphError) {
    super(answerOf(error));
    this.error = error;
  }
}

/** Code 100: a parameter is missing, wrong, or of the wrong type. */
export function invalidParameter(message: string): GraphRefusal {
  return new GraphRefusal({ code: 100, message: `(#100) ${message}` });
}

/** Code 100/33: the object does not exist for this caller, or the call does not exist on it. */
export function unknownObject(id: string, method: string): GraphRefusal {
  const message = `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`;
  return new GraphRefusal({ code: 100, subcode: 33, type: "GraphMethodException", message });
}

/** Code 190: the token is dead; the subcode says why. */
export function deadToken(message: string, subcode?: number): GraphRefusal {
  return new GraphRefusal({ code: 190, message, ...(subcode === undefined ? {} : { subcode }) });
}

/** Code 200: the token lives, but its person did not grant this or may not do it. */
export function notPermitted(message: string): GraphRefusal {
  return new GraphRefusal({ code: 200, status: 403, message: `(#200) ${message}` });
}

/** The answer of a front end that failed: the request may have been carried out. */
export const OUTAGE: GraphError = {
  code: 2,
  status: 500,
  message: "An unexpected error has occurred. Please retry your request later.",
  isTransient: true,
};

/** The refusal as a response. */
export function answerOf(error: GraphError): SandboxRefusal {
  const { code, message, subcode, type = "OAuthException", userTitle, userMessage, isTransient = false, status = 400 } = error;
  return {
    status,
    body: {
      error: {
        message,
        type,
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        is_transient: isTransient,
        ...(userTitle === undefined ? {} : { error_user_title: userTitle }),
        ...(userMessage === undefined ? {} : { error_user_msg: userMessage }),
        fbtrace_id: TRACE_ID,
      },
    },
  };
}

/** Everything else goes wrong as on the real platform: with code 1. */
export const GRAPH_ANSWERS = {
  nowhere: (url: string) => answerOf({ code: 2500, message: `Unknown path components: ${url.split("?")[0]}` }),
  failed: (status: number, message: string) =>
    answerOf(
      status < 500
        ? { code: 100, status, message: `(#100) ${message}` }
        : { code: 1, subcode: 99, status: 500, message: "An unknown error occurred", isTransient: true },
    ),
};

/** The exchange of codes answers without the envelope of other calls. */
export function refusedFlat(message: string): Refusal {
  return new Refusal({ status: 400, body: { error_type: "OAuthException", code: 400, error_message: message } });
}

/** Real ones differ with every answer; a constant one lets tests compare whole bodies. */
const TRACE_ID = "AsandboxTraceId0000000";

/** How Meta tells callers what they have used. https://developers.facebook.com/docs/graph-api/overview/rate-limiting (2026-10) */

/** The headers of a call that was refused because `id`, a Page or an account, called too often. */
export function throttledHeaders(type: string, facts: { readonly id: string; readonly seconds: number }): Record<string, string> {
  const used = { type, call_count: 100, total_cputime: 30, total_time: 30 };
  const minutes = Math.max(1, Math.ceil(facts.seconds / 60));
  return {
    "x-app-usage": JSON.stringify({ call_count: 28, total_time: 25, total_cputime: 25 }),
    "x-business-use-case-usage": JSON.stringify({ [facts.id]: [{ ...used, estimated_time_to_regain_access: minutes }] }),
  };
}
