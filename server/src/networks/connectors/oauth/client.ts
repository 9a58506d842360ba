import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  type ClientAuth,
  ClientError,
  Configuration,
  clockSkew,
  customFetch,
  type FetchBody,
  type ServerMetadata,
} from "openid-client";
import { z } from "zod";
import type { Answered, CallReply, CallRequest } from "../../../ground/net/net.ts";
import { guardOf } from "../guard.ts";
import type { LogInCall } from "../log-in.ts";
import { oneLine, parsedJson } from "../reply.ts";

/** What an OAuth request needs of a call. */
export type OAuthCall = Pick<LogInCall, "net" | "signal" | "now" | "baseUrl">;

/** One authorization server, talked to as one application. */
export interface OAuthClient {
  readonly server: ServerMetadata;
  readonly clientId: string;
  readonly authentication: ClientAuth;
  readonly call: OAuthCall;
  /** Headers for requests that the library sends without them. */
  readonly headersFor?: (request: Pick<CallRequest, "method" | "url">) => Promise<Readonly<Record<string, string>>>;
  /** Sees every reply, such as for the nonces that servers hand out with them. */
  readonly onReply?: (url: string, reply: CallReply) => void;
  /** The server is one that somebody named. */
  readonly isNamed?: true;
}

export type Attempted<T> = { readonly kind: "ok"; readonly value: T } | OAuthFailure;

export type OAuthFailure =
  /** The person said no. */
  | { readonly kind: "declined" }
  | OAuthRefusal
  | { readonly kind: "unreached"; readonly reason: string }
  /** A code or a refresh token that was sent may be used up. */
  | { readonly kind: "lost"; readonly reason: string };

/** What came is an error, or not what OAuth allows; its status is null if it came by the person's browser. */
export interface OAuthRefusal {
  readonly kind: "refused";
  readonly status: number | null;
  /** OAuth's name of the error, such as `invalid_grant`; null if the answer has none. */
  readonly error: string | null;
  /** For people: cleaned and cut. */
  readonly message: string;
}

const MESSAGE_LENGTH_MAX = 300;
const ErrorBody = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) });

/**
 * Runs functions of openid-client, whose requests go out through `call.net` and at the call's own time. What the library throws
 * becomes a value, told apart by what the network answered last.
 */
export async function attempt<T>(client: OAuthClient, run: (config: Configuration) => Promise<T>): Promise<Attempted<T>> {
  const seen: { reply: CallReply | null } = { reply: null };
  const config = configurationOf(client);
  config[customFetch] = async (url, { method, headers, body }) => {
    const request = { method: method === "GET" ? "GET" : "POST", url } as const;
    seen.reply = await client.call.net.call({
      ...request,
      headers: { ...withoutUserAgent(headers), ...(await client.headersFor?.(request)) },
      ...(body === null || body === undefined ? {} : { body: textOf(body) }),
      signal: client.call.signal,
      ...(client.isNamed ? guardOf(client.call) : {}),
    });
    client.onReply?.(url, seen.reply);
    return responseOf(seen.reply);
  };
  try {
    return { kind: "ok", value: await run(config) };
  } catch (error) {
    return failureOf(error, seen.reply);
  }
}

/** Without requests, for addresses and proofs. */
export function configurationOf({ server, clientId, authentication, call }: OAuthClient): Configuration {
  const config = new Configuration(server, clientId, { [clockSkew]: skewSeconds(call) }, authentication);
  // Only an address that the operator or the sandbox replaces may be without TLS.
  if (call.baseUrl !== null) allowInsecureRequests(config);
  return config;
}

/** The reply as the library takes it; throws if there is none, which ends the library's function. */
export function responseOf(reply: CallReply): Response {
  if (reply.kind !== "answered" || reply.text === null) throw new NoAnswer("no answer");
  const { status, headers } = reply;
  const hasBody = status >= 200 && ![204, 205, 304].includes(status);
  const passed = PASSED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] satisfies [string, string]]));
  return new Response(hasBody ? reply.text : null, { status: Math.max(200, status), headers: passed });
}

/** The library's own name for itself stays out: the service has one. */
export function withoutUserAgent(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "user-agent"));
}

/** Whether the same request may well succeed later. */
export function isPassing(failure: OAuthFailure): boolean {
  if (failure.kind !== "refused") return failure.kind !== "declined";
  return failure.status !== null && (failure.status >= 500 || failure.status === 429);
}

/** All that the library reads. */
const PASSED_HEADERS = ["content-type", "dpop-nonce", "www-authenticate"] as const;

class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

function skewSeconds({ now }: OAuthCall): number {
  return Math.round((toEpochMilliseconds(now()) - Date.now()) / 1000);
}

function textOf(body: NonNullable<FetchBody>): string | Uint8Array {
  if (typeof body === "string" || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError("openid-client sends forms and JSON only");
}

function failureOf(error: unknown, reply: CallReply | null): OAuthFailure {
  if (error instanceof AuthorizationResponseError) {
    if (error.error === "access_denied") return { kind: "declined" };
    return {
      kind: "refused",
      status: null,
      error: error.error,
      message: oneLine(error.error_description ?? error.error, MESSAGE_LENGTH_MAX),
    };
  }
  if (reply === null) {
    if (!(error instanceof ClientError)) throw error;
    return { kind: "refused", status: null, error: null, message: oneLine(detailOf(error), MESSAGE_LENGTH_MAX) };
  }
  if (reply.kind !== "answered") return reply;
  if (reply.text === null) return { kind: "lost", reason: "the response did not arrive in full" };
  return refusalOf(reply, error);
}

function refusalOf({ status, text }: Answered, error: unknown): OAuthRefusal {
  const body = ErrorBody.safeParse(parsedJson(text ?? ""));
  if (body.success && status >= 400) {
    const { error: name, error_description: description } = body.data;
    return { kind: "refused", status, error: name, message: oneLine(description ?? name, MESSAGE_LENGTH_MAX) };
  }
  const detail = error instanceof Error ? detailOf(error) : "unexpected response";
  return { kind: "refused", status, error: null, message: status < 400 ? oneLine(detail, MESSAGE_LENGTH_MAX) : `status ${status}` };
}

/** The library wraps what it found into a more general error. */
function detailOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
