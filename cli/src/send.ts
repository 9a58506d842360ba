import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { noticeIn } from "@rostrum/contract/client/deprecation.ts";
import { warnOnce } from "./deprecation.ts";
import { exitCodeOf, Failure, UNREACHABLE } from "./failure.ts";

/** What a request carries, with its content type. */
export interface Body {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly token: string;
  readonly body: Body | null;
}

export interface Reply {
  readonly data: unknown;
  /** For paginated lists. */
  readonly pagination: unknown;
}

/**
 * Sends a request and returns the successful reply; anything else is a `Failure` with its exit code. No deadline: a backup may
 * take any time, and a dead service closes the connection.
 */
export async function send(request: Request, signal: AbortSignal): Promise<Reply> {
  const { status, headers, text } = await exchange(request, signal).catch((error: Error) => unreachable(request.url, error, signal));
  warnOnce(noticeIn(headersOf(headers)));
  return readReply(request.url, { status, text });
}

/** For requests that have failed: what to do, unless they were interrupted. */
export function unreachable(url: string, error: Error, signal: AbortSignal): never {
  signal.throwIfAborted();
  throw new Failure(
    UNREACHABLE,
    `${new URL(url).origin} cannot be reached: ${reasonOf(error)}. Is the service running? Set its URL with ROSTRUM_URL or --url.`,
    { isInDoubt: error instanceof Unanswered },
  );
}

/** The successful reply; anything else is a `Failure`. */
export function readReply(url: string, { status, text }: { readonly status: number; readonly text: string }): Reply {
  const reply = parse(text);
  const isInDoubt = status >= 500 && status !== 503;
  if (reply === null) {
    const message = `${new URL(url).origin} answered ${status} with something that is not JSON. Is that the service?`;
    throw new Failure(UNREACHABLE, message, { isInDoubt: isInDoubt || status < 300 });
  }
  if (status >= 400) throw new Failure(exitCodeOf(status), sentences(reply, status), { isInDoubt });
  return { data: reply.data, pagination: reply.pagination };
}

/** Throws what has become of a change, and says so if it may have been carried out although no answer came. */
export function failedChange(error: unknown): never {
  if (!(error instanceof Failure) || !error.isInDoubt) throw error;
  const message = `${error.message} What was asked for may have been carried out all the same: look before you repeat it.`;
  throw new Failure(error.exitCode, message, { isInDoubt: true });
}

/** The connection was lost after the request had been sent. */
class Unanswered extends Error {
  override readonly name = "Unanswered";
}

interface Exchanged {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function exchange({ method, url, token, body }: Request, signal: AbortSignal): Promise<Exchanged> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchanged>();
  const sized = body === null ? null : { type: body.type, bytes: body.bytes.length };
  const { outgoing, troubleOf } = begin({ method, url, token, accept: "application/json", body: sized }, signal, (incoming) => {
    let text = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (piece: string) => {
      text += piece;
    });
    incoming.on("error", (error) => reject(new Unanswered(reasonOf(error), { cause: error })));
    incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }));
  });
  outgoing.on("error", (error) => reject(troubleOf(error)));
  outgoing.end(body?.bytes ?? null);
  return promise;
}

interface Beginning {
  readonly method: string;
  readonly url: string;
  readonly token: string;
  readonly accept: string;
  /** What the body will be; null: there is none. */
  readonly body: { readonly type: string; readonly bytes: number } | null;
}

interface Begun {
  /** The caller sends the body and ends it. */
  readonly outgoing: ClientRequest;
  /** What an error means: once all of the request was sent, it may have been carried out. */
  troubleOf(error: Error): Error;
}

/** Opens a request. `onReply` is called once the head of the reply is there. */
export function begin(
  { method, url, token, accept, body }: Beginning,
  signal: AbortSignal,
  onReply: (reply: IncomingMessage) => void,
): Begun {
  const headers = {
    Authorization: `Bearer ${token}`,
    Accept: accept,
    ...(body === null ? {} : { "Content-Type": body.type, "Content-Length": body.bytes }),
  };
  const open = url.startsWith("https:") ? requestHttps : requestHttp;
  const outgoing = open(url, { method, headers, signal }, onReply);
  let isSent = false;
  outgoing.on("finish", () => {
    isSent = true;
  });
  return { outgoing, troubleOf: (error) => (isSent ? new Unanswered(reasonOf(error), { cause: error }) : error) };
}

/** Each of the named headers once; several values of one are joined. */
function headersOf(headers: IncomingHttpHeaders): Headers {
  return new Headers(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Every message of the reply, without duplicates: the validation form has several, the domain form one. */
function sentences(reply: Readonly<Record<string, unknown>>, status: number): string {
  const errors = isObject(reply.errors) ? Object.values(reply.errors).flat() : [];
  const all = errors.length > 0 ? errors : [reply.message ?? `The service answered ${status}.`];
  return [...new Set(all.map(String))].join("\n");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A host with several addresses fails with an aggregate error. */
function reasonOf(error: Error): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message;
  return error.message;
}
