import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { S3mini, S3NetworkError, S3ServiceError } from "s3mini";
import { Agent, type Dispatcher, request, fetch as undiciFetch } from "undici";
import { StorageTrouble } from "./storage.ts";

export interface S3Settings {
  /** Without a trailing slash. */
  readonly url: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface S3Client {
  /** For requests with short responses and for uploads: each request has an overall deadline. */
  readonly commands: S3mini;
  /** For downloads: the reader may be slow, the store may not. */
  readonly reads: S3mini;
  /** Runs a repeatable request with retries. Throws `StorageTrouble` if the store does not respond or refuses. */
  ask<T>(request: (s3: Pick<S3Client, "commands" | "reads">) => Promise<T>): Promise<T>;
}

/** Enough for one part over a slow connection; four tries of thirteen parts end far before files count as orphans. */
const COMMAND_SECONDS_MAX = 300;
/** Maximum time without a byte in either direction. */
const SILENCE_SECONDS_MAX = 30;
const CONNECT_SECONDS_MAX = 10;
const PAUSES_SECONDS = [0.25, 1, 4];

/** A separate connection pool for the store; connections stay open between requests but do not keep the process alive. */
export function storeAgent(options: Agent.Options = {}): Agent {
  return new Agent({
    headersTimeout: SILENCE_SECONDS_MAX * 1000,
    bodyTimeout: SILENCE_SECONDS_MAX * 1000,
    ...options,
    connect: { timeout: CONNECT_SECONDS_MAX * 1000, ...options.connect },
  });
}

/** `pauses`: seconds to wait before each retry. */
export function createS3Client(
  settings: S3Settings,
  { agent = storeAgent(), pauses = PAUSES_SECONDS }: { readonly agent?: Dispatcher; readonly pauses?: readonly number[] } = {},
): S3Client {
  const { accessKeyId, secretAccessKey, region } = settings;
  const common = { accessKeyId, secretAccessKey, region, endpoint: endpointOf(settings), fetch: fetchThrough(agent) };
  const clients = {
    commands: new S3mini({ ...common, requestAbortTimeout: COMMAND_SECONDS_MAX * 1000 }),
    reads: new S3mini(common),
  };
  return { ...clients, ask: (request) => askAgain(() => request(clients), pauses) };
}

/** The bucket goes into the path unless the URL already names it, as its path or as the first label of its host. */
export function endpointOf({ url, bucket }: Pick<S3Settings, "url" | "bucket">): string {
  const { hostname, pathname } = new URL(url);
  const isNamed = hostname.startsWith(`${bucket}.`) || pathname === `/${bucket}`;
  return isNamed ? url : `${url}/${bucket}`;
}

/** The size of an object in bytes; null if there is none. */
export async function contentLength(s3: S3mini, name: string): Promise<number | null> {
  return s3.getContentLength(name).catch((error: unknown) => {
    // s3mini wraps the store's error.
    const said = error instanceof Error ? (error.cause ?? error) : error;
    if (isGone(said)) return null;
    throw said;
  });
}

/** Whether the error says that the object, bucket or upload does not exist. */
export function isGone(error: unknown): boolean {
  return error instanceof S3ServiceError && error.status === 404;
}

/** Describes an s3mini error for people: the store's status and code, or why it was not reached. */
export function describeTrouble(error: unknown): string {
  if (error instanceof S3ServiceError) return `${error.status} ${error.serviceCode === "Unknown" ? "" : (error.serviceCode ?? "")}`.trim();
  const causes = causesOf(error);
  const codes = causes.flatMap((cause) => ("code" in cause ? [String(cause.code)] : []));
  return codes[0] ?? causes.at(-1)?.message ?? String(error);
}

/** The request got no response. */
class Unreached extends Error {
  override readonly name = "Unreached";
}

/** The store responded 200 but means a failure. */
export class BadAnswer extends Error {
  override readonly name = "BadAnswer";
}

async function askAgain<T>(request: () => Promise<T>, pauses: readonly number[]): Promise<T> {
  for (const seconds of pauses) {
    try {
      return await request();
    } catch (error) {
      if (!isPassing(error)) throw asTrouble(error);
      await pause(seconds);
    }
  }
  return request().catch((error: unknown) => {
    throw asTrouble(error);
  });
}

/** Whether the same request may succeed later, or the rest of a download that broke off with this error. */
export function isPassing(error: unknown): boolean {
  if (error instanceof S3NetworkError || error instanceof Unreached || error instanceof BadAnswer) return true;
  if (!(error instanceof S3ServiceError)) return isCutOff(error);
  // RequestTimeout comes as a 400: the store gave up waiting for the body.
  return error.status >= 500 || error.status === 429 || error.status === 408 || error.serviceCode === "RequestTimeout";
}

/** Whether the response broke off midway; these are the only signs that fetch gives. */
function isCutOff(error: unknown): boolean {
  return (error instanceof TypeError && error.message === "terminated") || (error instanceof DOMException && error.name === "TimeoutError");
}

/** What the store did wrong as `StorageTrouble`; other errors as they are. */
export function asTrouble(error: unknown): unknown {
  const isOurs = isPassing(error) || error instanceof S3ServiceError;
  return isOurs ? new StorageTrouble(`The media store failed: ${describeTrouble(error)}.`, { cause: error }) : error;
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(cause);
  return causes;
}

function pause(seconds: number): Promise<void> {
  // Jitter, so that requests that failed together are not retried together.
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (0.5 + Math.random())));
}

/** undici's fetch is another version of the platform's, so their types do not match. */
function fetchThrough(dispatcher: Dispatcher): typeof fetch {
  const through = async (input: Parameters<typeof undiciFetch>[0], init: Parameters<typeof undiciFetch>[1] = {}) => {
    const headers = new Headers(init.headers as Record<string, string>);
    // undici sets the length itself, so the header would be sent twice.
    headers.delete("content-length");
    try {
      if (init.body instanceof Blob) return await sendFile(String(input), { ...init, headers, body: init.body }, dispatcher);
      // Following a redirect would break the signature; its status points to the mistake, usually the region.
      return await undiciFetch(input, { ...init, headers, dispatcher, redirect: "manual" });
    } catch (error) {
      throw new Unreached("no answer", { cause: error });
    }
  };
  return through as unknown as typeof fetch;
}

interface FileRequest {
  readonly method?: string;
  readonly headers: Headers;
  readonly body: Blob;
  readonly signal?: AbortSignal | null | undefined;
}

/** Avoids fetch, whose streams use twice the memory. The response to an upload is short. */
async function sendFile(url: string, { method = "PUT", headers, body, signal }: FileRequest, dispatcher: Dispatcher): Promise<Response> {
  const reply = await request(url, {
    method: method as Dispatcher.HttpMethod,
    headers: { ...Object.fromEntries(headers), "content-length": String(body.size) },
    body: Readable.fromWeb(asNodeStream(body.stream())),
    signal: signal ?? null,
    dispatcher,
  });
  const answer = await reply.body.text();
  const told = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(answer, { status: reply.statusCode, headers: told });
}

/** Casts a web stream to Node's own stream type. */
export function asNodeStream(body: globalThis.ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return body as ReadableStream<Uint8Array>;
}
