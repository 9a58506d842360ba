import { noticeIn } from "./client/deprecation.ts";
import type { CallOptions, ClientOptions, Failure } from "./client/facts.ts";
import { pause } from "./client/pause.ts";
import { type AnySuccess, failure, readReply } from "./client/reply.ts";
import { type Prepared, prepare } from "./client/request.ts";
import { RETRY_DEFAULTS, waitBeforeNext } from "./client/retry.ts";
import type { Client, Table } from "./client/types.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";

const TIMEOUT_SECONDS_DEFAULT = 60;
/** Uploads may take this many times longer. */
const UPLOAD_PATIENCE = 10;
/** The same if the service downloads something while the request waits, which it does for up to two minutes. */
const FETCH_PATIENCE = 3;

/** The client of the public operations; `baseUrl` is `<public url>/v1`. Runs in browsers and in Node. */
export function createClient(options: ClientOptions): Client<typeof operations> {
  return createTableClient(operations, options);
}

/**
 * A client for any table of operations. Refusals, an unreachable service and time-outs are values; a promise is rejected only
 * when the caller's own signal aborts the call, or when the input is not valid for the operation.
 */
export function createTableClient<T extends Table>(table: T, options: ClientOptions): Client<T> {
  const methods: Record<string, AnyMethod> = {};
  const pages: Record<string, (input?: AnyInput, call?: CallOptions) => AsyncGenerator<AnyResult, void, void>> = {};
  for (const [name, row] of Object.entries(table)) {
    const method: AnyMethod = (input = {}, call = {}) => callWithRetries({ name, row }, input, options, call);
    methods[name] = method;
    if (row.paginated) pages[name] = (input = {}, call = {}) => walk(method, input, call);
  }
  return typed<T>({ ...methods, pages });
}

type AnyInput = Readonly<Record<string, unknown>>;
type AnyResult = AnySuccess | Failure;
type AnyMethod = (input?: AnyInput, call?: CallOptions) => Promise<AnyResult>;

/** Safe because the methods are generated from the table's rows. */
function typed<T extends Table>(client: object): Client<T> {
  return client as Client<T>;
}

async function* walk(method: AnyMethod, input: AnyInput, call: CallOptions): AsyncGenerator<AnyResult, void, void> {
  let page = input.page ?? 1;
  while (true) {
    const result = await method({ ...input, page }, call);
    yield result;
    const facts = result.ok ? result.pagination : null;
    if (facts === null || (facts.nextPageUrl === null && facts.currentPage >= facts.lastPage)) return;
    page = facts.currentPage + 1;
  }
}

interface Named {
  readonly name: string;
  readonly row: Operation;
}

async function callWithRetries({ name, row }: Named, input: AnyInput, options: ClientOptions, call: CallOptions): Promise<AnyResult> {
  const policy = { ...RETRY_DEFAULTS, ...options.retry };
  const seconds = (options.timeoutSeconds ?? TIMEOUT_SECONDS_DEFAULT) * patienceFor(row);
  const send = options.fetch ?? globalThis.fetch;
  const request = prepare(row, input, options);
  for (let number = 1; ; number += 1) {
    const { result, headers } = await attempt(send, request, seconds, call.signal);
    const notice = noticeIn(headers);
    if (notice !== null) options.onDeprecation?.({ operation: name, ...notice });
    if (result.ok) return result;
    const refusal = { status: result.status, headers };
    const wait = waitBeforeNext(policy, { method: row.method, number, refusal, chance: Math.random(), now: Date.now() / 1000 });
    if (wait === null) return result;
    await pause(wait, call.signal);
  }
}

function patienceFor({ upload, reachesOut }: Operation): number {
  if (upload) return UPLOAD_PATIENCE;
  return reachesOut ? FETCH_PATIENCE : 1;
}

interface Attempted {
  readonly result: AnyResult;
  readonly headers: Headers;
}

async function attempt(send: typeof fetch, { url, init }: Prepared, seconds: number, caller: AbortSignal | undefined): Promise<Attempted> {
  const deadline = AbortSignal.timeout(seconds * 1000);
  try {
    const reply = await send(url, { ...init, signal: caller ? AbortSignal.any([deadline, caller]) : deadline });
    const result = readReply(reply.status, reply.headers, await reply.text(), Date.now() / 1000);
    return { result, headers: reply.headers };
  } catch (error) {
    caller?.throwIfAborted();
    const late = { kind: "timeout", message: `${origin(url)} did not answer within ${seconds} seconds.` } as const;
    const lost = { kind: "unreachable", message: `${origin(url)} cannot be reached: ${reasonOf(error)}.` } as const;
    return { result: failure(null, deadline.aborted ? late : lost), headers: new Headers() };
  }
}

/** Without path and query, which may hold secrets. */
function origin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "The service";
}

/** Node gives the reason in the cause, browsers only in the message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}
