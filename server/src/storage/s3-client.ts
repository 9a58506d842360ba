import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { S3mini, S3NetworkError, S3ServiceError } from "s3mini";
import { Agent, type Dispatcher, request, fetch as undiciFetch } from "undici";
import { StorageTrouble } from "./storage.ts";

export interface S3Settings {
  /** Without a final slash. */
  readonly url: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface S3Client {
  /** Requests with an answer of a few lines, and uploads: each has a deadline as a whole. */
  readonly commands: S3mini;
  /** Requests for files: a reader may be slow, the store may not. */
  readonly reads: S3mini;
  /** Runs a request that may be sent again, until the store answers. Throws `StorageTrouble` when it does not, or refuses. */
  ask<T>(request: (s3: Pick<S3Client, "commands" | "reads">) => Promise<T>): Promise<T>;
}

/** Enough for a part over a slow line; four tries of thirteen parts are far below the age at which files are orphans. */
const COMMAND_SECONDS_MAX = 300;
/** Without a byte in either direction. */
const SILENCE_SECONDS_MAX = 30;
const CONNECT_SECONDS_MAX = 10;
const PAUSES_SECONDS = [0.25, 1, 4];

/** Connections of its own to the store; they are kept open between requests and do not keep the process alive. */
export function storeAgent(options: Agent.Options = {}): Agent {
  return new Agent({
    headersTimeout: SILENCE_SECONDS_MAX * 1000,
    bodyTimeout: SILENCE_SECONDS_MAX * 1000,
    ...options,
    connect: { timeout: CONNECT_SECONDS_MAX * 1000, ...options.connect },
  });
}

/** `pauses`: seconds to wait before each new try. */
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

/** The bucket is part of the path, unless the address names it already: as its path, or as the first part of its host. */
export function endpointOf({ url, bucket }: Pick<S3Settings, "url" | "bucket">): string {
  const { hostname, pathname } = new URL(url);
  const isNamed = hostname.startsWith(`${bucket}.`) || pathname === `/${bucket}`;
  return isNamed ? url : `${url}/${bucket}`;
}

/** Bytes of an object; null when there is none. */
export async function contentLength(s3: S3mini, name: string): Promise<number | null> {
  return s3.getContentLength(name).catch((error: unknown) => {
    // s3mini wraps what the store said.
    const said = error instanceof Error ? (error.cause ?? error) : error;
    if (isGone(said)) return null;
    throw said;
  });
}

/** There is no such object, bucket or upload. */
export function isGone(error: unknown): boolean {
  return error instanceof S3ServiceError && error.status === 404;
}

/** What an error of s3mini says, for people: status and word of the store, or why it was not reached. */
export function describeTrouble(error: unknown): string {
  if (error instanceof S3ServiceError) return `${error.status} ${error.serviceCode === "Unknown" ? "" : (error.serviceCode ?? "")}`.trim();
  const causes = causesOf(error);
  const codes = causes.flatMap((cause) => ("code" in cause ? [String(cause.code)] : []));
  return codes[0] ?? causes.at(-1)?.message ?? String(error);
}

/** The request did not get an answer. */
class Unreached extends Error {
  override readonly name = "Unreached";
}

/** A store that says 200 and means a failure. */
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

function isPassing(error: unknown): boolean {
  if (error instanceof S3NetworkError || error instanceof Unreached || error instanceof BadAnswer) return true;
  if (!(error instanceof S3ServiceError)) return isCutOff(error);
  // RequestTimeout comes as 400: the store waited for bytes that were late.
  return error.status >= 500 || error.status === 429 || error.status === 408 || error.serviceCode === "RequestTimeout";
}

/** The answer had begun: fetch tells it by these alone. */
function isCutOff(error: unknown): boolean {
  return (error instanceof TypeError && error.message === "terminated") || (error instanceof DOMException && error.name === "TimeoutError");
}

function asTrouble(error: unknown): unknown {
  const isOurs = isPassing(error) || error instanceof S3ServiceError;
  return isOurs ? new StorageTrouble(`The media store failed: ${describeTrouble(error)}.`, { cause: error }) : error;
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause) causes.push(cause);
  return causes;
}

function pause(seconds: number): Promise<void> {
  // Spread, so that requests which failed together do not come back together.
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (0.5 + Math.random())));
}

/** undici's fetch is the platform's by another version number: its types do not know each other. */
function fetchThrough(dispatcher: Dispatcher): typeof fetch {
  const through = async (input: Parameters<typeof undiciFetch>[0], init: Parameters<typeof undiciFetch>[1] = {}) => {
    const headers = new Headers(init.headers as Record<string, string>);
    // undici counts the body itself and would say its length twice.
    headers.delete("content-length");
    try {
      if (init.body instanceof Blob) return await sendFile(String(input), { ...init, headers, body: init.body }, dispatcher);
      // A redirect would lose the signature; its status names the mistake, which is the region most times.
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

/** Without fetch, whose streams take twice the memory for what passes through. The answer to a file is a few lines. */
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

/** The web's stream by the platform's types, which Node's own do not know. */
export function asNodeStream(body: globalThis.ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  return body as ReadableStream<Uint8Array>;
}
