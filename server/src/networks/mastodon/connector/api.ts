import type { Answered, CallRequest } from "../../../ground/net/net.ts";
import type { Account, Call } from "../../connectors/connector.ts";
import { guardOf } from "../../connectors/guard.ts";
import { parsedJson } from "../../connectors/reply.ts";
import { apiBase, storedCredentials } from "./credentials.ts";
import { keepsKeys } from "./keys.ts";

/** What a request to an instance needs of a call. */
export type InstanceCall = Pick<Call, "net" | "signal" | "now" | "baseUrl">;

/** One instance, accessed with one token. */
export interface Instance {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly call: InstanceCall;
}

/** One instance, accessed as one channel's account. */
export interface Server extends Instance {
  /** Whether it is known to return the original status for a repeated idempotency key. */
  readonly keepsKeys: boolean;
  readonly call: Call;
}

export interface Request {
  readonly method: "GET" | "POST";
  /** From the leading slash, query included. */
  readonly path: string;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly idempotencyKey?: string;
  readonly timeoutSeconds?: number;
  /** Sends no token, to read public data that the token's scopes do not cover. */
  readonly anonymous?: true;
}

export type Answer =
  | { readonly kind: "ok"; readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown }
  | Failure;

export type Failure =
  | {
      readonly kind: "refused";
      readonly status: number;
      /** Mastodon's error message; null if the body is not Mastodon's format, so a proxy responded. */
      readonly message: string | null;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: "unreached"; readonly reason: string }
  /** Also a success with an unreadable body: its effect is unknown. */
  | { readonly kind: "lost"; readonly reason: string };

/** A page of 40 statuses with long texts and many files. */
const REPLY_BYTES_MAX = 8 * 1024 * 1024;

export function serverOf(account: Account, call: Call): Server {
  const credentials = storedCredentials(account.grant?.credentials ?? account.credentials);
  const { accessToken } = credentials;
  return { baseUrl: apiBase(credentials, call.baseUrl), accessToken, keepsKeys: keepsKeys(account.settings), call };
}

/** One request to the instance. */
export async function ask(server: Instance, request: Request): Promise<Answer> {
  const { net, signal } = server.call;
  const reply = await net.call({
    method: request.method,
    url: server.baseUrl + request.path,
    headers: headersOf(server, request),
    maxBytes: REPLY_BYTES_MAX,
    signal,
    ...guardOf(server.call),
    ...bodyOf(request),
    ...(request.timeoutSeconds === undefined ? {} : { timeoutSeconds: request.timeoutSeconds }),
  });
  return reply.kind === "answered" ? answerOf(reply) : reply;
}

/**
 * Reads what the token may lack read:statuses for: our posts are public or unlisted, and an instance shows both to everyone.
 */
export async function askOpenly(server: Instance, path: string): Promise<Answer> {
  const answer = await ask(server, { method: "GET", path });
  return answer.kind === "refused" && answer.status === 403 ? ask(server, { method: "GET", path, anonymous: true }) : answer;
}

function headersOf(server: Instance, request: Request): Record<string, string> {
  return {
    accept: "application/json",
    ...(request.anonymous ? {} : { authorization: `Bearer ${server.accessToken}` }),
    ...(request.json === undefined ? {} : { "content-type": "application/json" }),
    ...(request.idempotencyKey === undefined ? {} : { "idempotency-key": request.idempotencyKey }),
  };
}

function bodyOf(request: Request): Pick<CallRequest, "body"> {
  if (request.json !== undefined) return { body: JSON.stringify(request.json) };
  return request.form === undefined ? {} : { body: request.form };
}

/** A refusal is classified by its message, so one without a body counts as no response; a 429 only needs its headers. */
function answerOf({ status, headers, text }: Answered): Answer {
  if (text === null && status !== 429) return { kind: "lost", reason: "the response did not arrive in full" };
  const body = parsedJson(text ?? "");
  if (status < 200 || status >= 300) return { kind: "refused", status, message: messageOf(body), headers };
  return body === undefined ? { kind: "lost", reason: "the response is not JSON" } : { kind: "ok", status, headers, body };
}

function messageOf(body: unknown): string | null {
  return typeof body === "object" && body !== null && "error" in body && typeof body.error === "string" ? body.error : null;
}
