import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { CallReply, CallRequest } from "../../../ground/net/net.ts";
import { retryAfterSeconds } from "../../../ground/net/retry-after.ts";
import type { Call } from "../connector.ts";
import type { Json } from "../json.ts";
import { oneLine, parsedJson } from "../reply.ts";

/**
 * Requests to Google's APIs, which share one envelope for errors: https://cloud.google.com/apis/design/errors (2026-11) and, for the
 * older of them, https://developers.google.com/youtube/v3/docs/errors (2026-11).
 */

/** What a request needs; both a connector's call and a log-in's have it. */
export type GoogleReach = Pick<Call, "net" | "signal" | "now">;

/** Google's APIs, as one person. */
export interface GoogleServer<Reach extends GoogleReach = GoogleReach> {
  readonly token: string;
  readonly reach: Reach;
}

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

export type GoogleReply = GoogleAnswer | GoogleFailure;

export interface GoogleAnswer {
  readonly kind: "ok";
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for an answer without a body. */
  readonly body: unknown;
}

export type GoogleFailure =
  | GoogleRefusal
  | { readonly kind: "unreached"; readonly reason: string }
  /** Also a success with an unreadable body: its effect is unknown. */
  | { readonly kind: "lost"; readonly reason: string };

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

/** A page of fifty videos with long descriptions. */
const REPLY_BYTES_MAX = 4 * 1024 * 1024;
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

export async function askGoogle({ token, reach }: GoogleServer, request: GoogleRequest): Promise<GoogleReply> {
  const { method, url, query = {}, headers, body, timeoutSeconds } = request;
  const given = Object.entries(query).filter((field): field is [string, string] => field[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  const reply = await reach.net.call({
    method,
    url: text === "" ? url : `${url}?${text}`,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json; charset=UTF-8" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
    maxBytes: REPLY_BYTES_MAX,
    signal: reach.signal,
  });
  return readGoogle(reply, reach);
}

/** What any of Google's hosts answered. */
export function readGoogle(reply: CallReply, { now }: Pick<GoogleReach, "now">): GoogleReply {
  if (reply.kind !== "answered") return reply;
  const { status, headers, text } = reply;
  const body = parsedJson(text ?? "");
  if (status >= 200 && status < 300) {
    const isWhole = body !== undefined || text?.trim() === "";
    return isWhole ? { kind: "ok", headers, body } : { kind: "lost", reason: "the response is not whole JSON" };
  }
  return { kind: "refused", status, error: errorOf(body), retryAfterSeconds: retryAfterSeconds(headers, toEpochMilliseconds(now())) };
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

/** How long the answer asks to wait, in the form in which outcomes carry it. */
export function waitAsked(failure: GoogleFailure): { readonly retryAfterSeconds?: number } {
  return failure.kind === "refused" && failure.retryAfterSeconds !== null ? { retryAfterSeconds: failure.retryAfterSeconds } : {};
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
