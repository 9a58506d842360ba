import type { Readable } from "node:stream";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { CallReply, CallRequest } from "../../../ground/net/net.ts";
import { retryAfterSeconds } from "../../../ground/net/retry-after.ts";
import type { AccountGrant, Call } from "../../connectors/connector.ts";
import { oneLine, parsedJson } from "../../connectors/reply.ts";
import { storedTokens } from "./credentials.ts";

const VERSION = "v5";

/** The places of Pinterest. Videos are sent to an address that the API names. */
export const HOSTS = { api: "https://api.pinterest.com", www: "https://www.pinterest.com" } as const;

/** What a request needs; both a connector's call and a log-in's have it. */
export type Reach = Pick<Call, "net" | "signal" | "now" | "host" | "apiVersion">;

/** Pinterest's API, as one person. */
export interface Server {
  readonly token: string;
  readonly reach: Reach;
}

export interface Request {
  readonly method: "GET" | "POST";
  /** From the leading slash, without a query. */
  readonly path: string;
  /** Absent values are left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** JSON, as text or streamed. */
  readonly body?: string | JsonStream;
  readonly timeoutSeconds?: number;
}

export interface JsonStream {
  readonly stream: Readable;
  readonly length: number;
}

export type Answer = Ok | Failure;

export interface Ok {
  readonly kind: "ok";
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export type Failure =
  | Refused
  | { readonly kind: "unreached"; readonly reason: string }
  /** Also a success with an unreadable body: its effect is unknown. */
  | { readonly kind: "lost"; readonly reason: string };

export interface Refused {
  readonly kind: "refused";
  readonly status: number;
  /** Null if the body is not Pinterest's: then a proxy or a broken front end answered. */
  readonly error: ApiError | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ApiError {
  /** Null for errors in the form of OAuth, which have a name instead. */
  readonly code: number | null;
  /** Cleaned and cut. */
  readonly message: string;
}

/** A page of 250 pins with their pictures' addresses. */
const REPLY_BYTES_MAX = 8 * 1024 * 1024;
const MESSAGE_LENGTH_MAX = 300;

const ErrorBody = z.object({ code: z.coerce.number().int(), message: z.string().default("") });
const OAuthErrorBody = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) });

export function serverFor(token: string, reach: Reach): Server {
  return { token, reach };
}

export function serverOf({ grant }: { readonly grant: Pick<AccountGrant, "credentials"> | null }, call: Reach): Server {
  if (grant === null) throw new Error("A Pinterest channel has no grant.");
  return serverFor(storedTokens(grant.credentials).accessToken, call);
}

export async function ask({ token, reach }: Server, request: Request): Promise<Answer> {
  const { body } = request;
  const given = Object.entries(request.query ?? {}).filter((field): field is [string, string] => field[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return send(reach, {
    method: request.method,
    url: `${addressOf(reach, request.path)}${query === "" ? "" : `?${query}`}`,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body }),
    ...(request.timeoutSeconds === undefined ? {} : { timeoutSeconds: request.timeoutSeconds }),
  });
}

export function addressOf(reach: Pick<Reach, "host" | "apiVersion">, path: string): string {
  return `${reach.host("api")}/${reach.apiVersion ?? VERSION}${path}`;
}

export async function send({ net, signal }: Pick<Reach, "net" | "signal">, request: CallRequest): Promise<Answer> {
  const headers = { accept: "application/json", ...request.headers };
  return read(await net.call({ ...request, headers, maxBytes: REPLY_BYTES_MAX, signal }));
}

/** The failure as a sentence for people: `Pinterest: Board not found. (code 40)`. */
export function reasonOf(failure: Failure): string {
  if (failure.kind !== "refused") return `Pinterest: ${failure.reason}`;
  const { error, status } = failure;
  if (error === null) return `Pinterest answered with status ${status}`;
  const place = error.code === null ? `status ${status}` : `code ${error.code}`;
  return `Pinterest: ${error.message === "" ? "no reason was given" : error.message} (${place})`;
}

/** How long the answer asks to wait by `Retry-After`, in the form in which outcomes carry it. */
export function waitAsked(failure: Failure, { now }: Pick<Reach, "now">): { readonly retryAfterSeconds?: number } {
  const seconds = failure.kind === "refused" ? retryAfterSeconds(failure.headers, toEpochMilliseconds(now())) : null;
  return seconds === null ? {} : { retryAfterSeconds: seconds };
}

function read(reply: CallReply): Answer {
  if (reply.kind !== "answered") return reply;
  const { status, headers } = reply;
  const body = parsedJson(reply.text ?? "");
  if (status < 200 || status >= 300) return { kind: "refused", status, error: errorOf(body), headers };
  if (body === undefined) return { kind: "lost", reason: "the response is not whole JSON" };
  return { kind: "ok", body, headers };
}

function errorOf(body: unknown): ApiError | null {
  const own = ErrorBody.safeParse(body);
  if (own.success) return { code: own.data.code, message: oneLine(own.data.message, MESSAGE_LENGTH_MAX) };
  const oauth = OAuthErrorBody.safeParse(body);
  if (!oauth.success) return null;
  return { code: null, message: oneLine(oauth.data.error_description ?? oauth.data.error, MESSAGE_LENGTH_MAX) };
}
