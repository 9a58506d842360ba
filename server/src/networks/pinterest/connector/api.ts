import type { Readable } from "node:stream";
import { z } from "zod";
import {
  type ApiRequest,
  LONG_REPLY_BYTES_MAX,
  type Ok,
  type Reach,
  readReply,
  type Server,
  send,
  type Unanswered,
  waitIn,
} from "../../connectors/api.ts";
import { oneLine } from "../../connectors/reply.ts";

const VERSION = "v5";

/** The places of Pinterest. Videos are sent to an address that the API names. */
export const HOSTS = { api: "https://api.pinterest.com", www: "https://www.pinterest.com" } as const;

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
export type Failure = Refused | Unanswered;

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

const MESSAGE_LENGTH_MAX = 300;

const ErrorBody = z.object({ code: z.coerce.number().int(), message: z.string().default("") });
const OAuthErrorBody = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) });

export async function ask({ token, reach }: Server, { path, body, ...request }: Request): Promise<Answer> {
  return sendTo(reach, path, {
    ...request,
    token,
    ...(body === undefined ? {} : { body, headers: { "content-type": "application/json" } }),
  });
}

/** Any request below the version. */
export async function sendTo(reach: Reach, path: string, request: Omit<ApiRequest, "url">): Promise<Answer> {
  // A page has 250 pins with their pictures' addresses.
  const reply = await send(reach, {
    ...request,
    maxBytes: LONG_REPLY_BYTES_MAX,
    url: `${reach.host("api")}/${reach.apiVersion ?? VERSION}${path}`,
  });
  return readReply(reply, {
    refusal: ({ status, headers, body }): Refused => ({ kind: "refused", status, error: errorOf(body), headers }),
  });
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
  const seconds = failure.kind === "refused" ? waitIn(failure.headers, now()) : null;
  return seconds === null ? {} : { retryAfterSeconds: seconds };
}

function errorOf(body: unknown): ApiError | null {
  const own = ErrorBody.safeParse(body);
  if (own.success) return { code: own.data.code, message: oneLine(own.data.message, MESSAGE_LENGTH_MAX) };
  const oauth = OAuthErrorBody.safeParse(body);
  if (!oauth.success) return null;
  return { code: null, message: oneLine(oauth.data.error_description ?? oauth.data.error, MESSAGE_LENGTH_MAX) };
}
