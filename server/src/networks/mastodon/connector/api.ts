import { LONG_REPLY_BYTES_MAX, type Ok, readReply, send, type Unanswered } from "../../connectors/api.ts";
import type { Account, Call } from "../../connectors/connector.ts";
import { guardOf } from "../../connectors/guard.ts";
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

export type Answer = Ok | Failure;
export type Failure = Refused | Unanswered;

interface Refused {
  readonly kind: "refused";
  readonly status: number;
  /** Mastodon's error message; null if the body is not Mastodon's format, so a proxy responded. */
  readonly message: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export function serverOf(account: Account, call: Call): Server {
  const credentials = storedCredentials(account.grant?.credentials ?? account.credentials);
  const { accessToken } = credentials;
  return { baseUrl: apiBase(credentials, call.baseUrl), accessToken, keepsKeys: keepsKeys(account.settings), call };
}

/** One request to the instance. */
export async function ask(server: Instance, { path, form, idempotencyKey, anonymous, ...request }: Request): Promise<Answer> {
  const reply = await send(server.call, {
    ...request,
    url: server.baseUrl + path,
    maxBytes: LONG_REPLY_BYTES_MAX,
    token: anonymous ? null : server.accessToken,
    ...(idempotencyKey === undefined ? {} : { headers: { "idempotency-key": idempotencyKey } }),
    ...(form === undefined ? {} : { body: form }),
    ...guardOf(server.call),
  });
  return readReply(reply, {
    needsWords: true,
    refusal: ({ status, headers, body }): Refused => ({ kind: "refused", status, message: messageOf(body), headers }),
  });
}

/**
 * Reads what the token may lack read:statuses for: our posts are public or unlisted, and an instance shows both to everyone.
 */
export async function askOpenly(server: Instance, path: string): Promise<Answer> {
  const answer = await ask(server, { method: "GET", path });
  return answer.kind === "refused" && answer.status === 403 ? ask(server, { method: "GET", path, anonymous: true }) : answer;
}

function messageOf(body: unknown): string | null {
  return typeof body === "object" && body !== null && "error" in body && typeof body.error === "string" ? body.error : null;
}
