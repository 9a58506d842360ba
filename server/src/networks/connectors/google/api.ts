import { z } from "zod";
import type { CallReply, CallRequest } from "../../../ground/net/net.ts";
import { type Ok, type Reach, readReply, type Server, send, type Unanswered, waitIn } from "../api.ts";
import type { Json } from "../json.ts";
import { oneLine } from "../reply.ts";

/**
 * Requests to Google's APIs, which share one envelope for errors: https://cloud.google.com/apis/design/errors (2026-11) and, for the
 * older of them, https://developers.google.com/youtube/v3/docs/errors (2026-11).
 */

/** What a request needs. */
export type GoogleReach = Pick<Reach, "net" | "signal" | "now">;

export interface GoogleRequest {
  readonly method: CallRequest["method"];
  /** Without a query. */
  readonly url: string;
  /** Absent values are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly timeoutSeconds?: number;
}

/** An answer may have no body. */
export type GoogleReply = Ok | GoogleFailure;
export type GoogleFailure = GoogleRefusal | Unanswered;

export interface GoogleRefusal {
  readonly kind: "refused";
  readonly status: number;
  /** Null if the body is not Google's envelope: a wrong address, a proxy or a broken front end answered. */
  readonly error: GoogleError | null;
  /** How long the answer asks to wait, if it does. */
  readonly retryAfterSeconds: number | null;
}

export interface GoogleError {
  /** `PERMISSION_DENIED`; null where an API does not say. */
  readonly status: string | null;
  /** Names of what is wrong, the most telling first: `quotaExceeded`, `SERVICE_DISABLED`. */
  readonly reasons: readonly string[];
  /** Cleaned and cut. */
  readonly message: string;
  /** What an API says beyond that, in forms of its own. */
  readonly details: readonly unknown[];
}

const MESSAGE_LENGTH_MAX = 300;

const Reason = z.object({ reason: z.string().min(1) });
const Envelope = z.object({
  error: z.object({
    message: z.string().catch(""),
    status: z.string().nullish().catch(null),
    errors: z.array(z.unknown()).catch([]),
    details: z.array(z.unknown()).catch([]),
  }),
});

export async function askGoogle({ token, reach }: Server<GoogleReach>, { body, ...request }: GoogleRequest): Promise<GoogleReply> {
  return readGoogle(await send(reach, { ...request, token, json: body }), reach);
}

/** What any of Google's hosts answered. */
export function readGoogle(reply: CallReply, { now }: Pick<GoogleReach, "now">): GoogleReply {
  return readReply(reply, {
    bare: "empty",
    refusal: ({ status, headers, body }): GoogleRefusal => ({
      kind: "refused",
      status,
      error: errorOf(body),
      retryAfterSeconds: waitIn(headers, now()),
    }),
  });
}

/** The failure as a sentence for people, without a full stop: `YouTube: The playlist cannot be found (status 404, playlistNotFound)`. */
export function reasonOf(network: string, failure: GoogleFailure): string {
  if (failure.kind !== "refused") return `${network}: ${failure.reason}`;
  const { error, status } = failure;
  if (error === null) return `${network} answered with status ${status}`;
  const words = error.message.replace(/\.$/, "");
  const [reason = error.status] = error.reasons;
  return `${network}: ${words === "" ? "no reason was given" : words} (${[`status ${status}`, ...(reason === null ? [] : [oneLine(reason, MESSAGE_LENGTH_MAX)])].join(", ")})`;
}

function errorOf(body: unknown): GoogleError | null {
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return null;
  const { message, status, errors, details } = envelope.data.error;
  const reasons = [...errors, ...details].flatMap((one) => Reason.safeParse(one).data?.reason ?? []);
  // Messages contain links for people who look at the API in a browser.
  const words = message.replace(/<[^>]*>/g, "");
  return { status: status ?? null, reasons: [...new Set(reasons)], message: oneLine(words, MESSAGE_LENGTH_MAX), details };
}
