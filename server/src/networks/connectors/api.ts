import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { Answered, CallReply, CallRequest, Net } from "../../ground/net/net.ts";
import { retryAfterSeconds } from "../../ground/net/retry-after.ts";
import type { AccountGrant, Call } from "./connector.ts";
import { tokenIn } from "./oauth/tokens.ts";
import { parsedJson } from "./reply.ts";

/** What a request needs; both a connector's call and a log-in's have it. */
export type Reach = Pick<Call, "net" | "signal" | "now" | "host" | "apiVersion">;

/** A network's API, as one person. */
export interface Server<R = Reach> {
  readonly token: string;
  readonly reach: R;
}

/** The API as the person whose grant an account has; throws without one, which only a bug can have stored. */
export function serverOf<R>({ grant }: { readonly grant: Pick<AccountGrant, "credentials"> | null }, reach: R): Server<R> {
  if (grant === null) throw new Error("A channel of a log-in has no grant.");
  return { token: tokenIn(grant.credentials), reach };
}

/** One request to an API. */
export interface ApiRequest extends CallRequest {
  /** Sent as `Bearer`; absent or null for none. */
  readonly token?: string | null;
  /** Absent values are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** A body as JSON; nothing if it is undefined. */
  readonly json?: unknown;
}

/** A page of fifty posts with long texts. */
const REPLY_BYTES_MAX = 4 * 1024 * 1024;
/** The same where pages are longer. */
export const LONG_REPLY_BYTES_MAX = 8 * 1024 * 1024;

/** Sends a request that asks for JSON. */
export function send(
  { net, signal }: { readonly net: Net; readonly signal: AbortSignal },
  { token = null, query = {}, json, url, headers, ...request }: ApiRequest,
): Promise<CallReply> {
  const given = Object.entries(query).filter((field): field is [string, string] => field[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return net.call({
    maxBytes: REPLY_BYTES_MAX,
    ...request,
    url: search === "" ? url : `${url}?${search}`,
    headers: {
      accept: "application/json",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    signal,
  });
}

/** What was asked for. */
export interface Ok {
  readonly kind: "ok";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for an answer without a body, where that is one. */
  readonly body: unknown;
}

/** No answer of the API: `unreached` had no effect; the effect of `lost` is unknown, as is that of a success which cannot be read. */
export type Unanswered = Exclude<CallReply, Answered>;

/** An answer other than a success, as each network reads it for itself. */
export interface Denied {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | null;
  readonly body: unknown;
}

/** How an API's answers are to be read. */
export interface Reading<Refusal> {
  readonly refusal: (answer: Denied) => Refusal;
  /** Absent: JSON as it is. */
  readonly parse?: (text: string) => unknown;
  /** Which successes need no JSON: those without a body, or any; absent: none. */
  readonly bare?: "empty" | "any";
  /** A refusal is told by its words, so that one without a body is no answer; too many requests are told by the status. */
  readonly needsWords?: true;
}

/** What an API has answered. */
export function readReply<Refusal>(
  reply: CallReply,
  { refusal, parse = parsedJson, ...takes }: Reading<Refusal>,
): Ok | Refusal | Unanswered {
  if (reply.kind !== "answered") return reply;
  const { status, headers, text } = reply;
  if (takes.needsWords && text === null && status !== 429) return { kind: "lost", reason: "the response did not arrive in full" };
  const body = parse(text ?? "");
  if (status < 200 || status >= 300) return refusal({ status, headers, text, body });
  const isWhole = body !== undefined || takes.bare === "any" || (takes.bare === "empty" && text?.trim() === "");
  return isWhole ? { kind: "ok", status, headers, body } : { kind: "lost", reason: "the response is not whole JSON" };
}

/** How long an answer asks to wait by `Retry-After`; null if it does not. */
export function waitIn(headers: Readonly<Record<string, string>>, now: Instant): number | null {
  return retryAfterSeconds(headers, toEpochMilliseconds(now));
}

/** How long the answer asks to wait, in the form in which outcomes carry it. */
export function waitAsked(failure: Unanswered | { readonly kind: "refused"; readonly retryAfterSeconds: number | null }): {
  readonly retryAfterSeconds?: number;
} {
  return failure.kind === "refused" && failure.retryAfterSeconds !== null ? { retryAfterSeconds: failure.retryAfterSeconds } : {};
}
