import type { Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import type { CallReply, CallRequest, FetchFailure, Net } from "../../ground/net/net.ts";
import { Redactor } from "../../ground/observability/redactor.ts";
import type { Account } from "../../networks/connectors/connector.ts";
import type { Json } from "../../networks/connectors/json.ts";

/** One request of an attempt and its response, without secrets. */
export interface RecordedCall {
  readonly at: Instant;
  readonly method: string;
  /** Scheme, host, path and query names, without query values or ids and secrets in the path. */
  readonly url: string;
  /** The start of the request body; for files, only their size. */
  readonly sent: string | null;
  /** Null if no response arrived. */
  readonly status: number | null;
  /** The start of the response body, or why there is none. */
  readonly reply: string | null;
  readonly milliseconds: number;
}

/** A ledger entry; `leftOut` is the number of calls omitted at this place. */
export type AttemptCall = RecordedCall | { readonly leftOut: number };

/** Most attempts make few calls, but a large file goes up in many chunks: keep the first and the last. */
const CALLS_KEPT = 20;
const SENT_LENGTH_MAX = 500;
const REPLY_LENGTH_MAX = 2000;

/** Records every call that a connector makes during one attempt. */
export class Recorder {
  readonly #app: Pick<App, "net" | "clock">;
  readonly #redactor = new Redactor();
  readonly #first: RawCall[] = [];
  #last: RawCall[] = [];
  #leftOut = 0;
  #hasCalled = false;

  constructor(app: Pick<App, "net" | "clock">) {
    this.#app = app;
  }

  /** Wraps the account so that its secrets, renewed ones included, are redacted. */
  account(account: Account): Account {
    this.#redactor.hide(account.credentials);
    if (account.grant !== null) this.#redactor.hide(account.grant.credentials);
    return {
      ...account,
      saveCredentials: (credentials: Json) => {
        this.#redactor.hide(credentials);
        return account.saveCredentials(credentials);
      },
    };
  }

  /** A `Net` that records every call and makes none once the signal has aborted, whether or not the connector passes it on. */
  net(signal: AbortSignal): Net {
    const { net } = this.#app;
    const untilAborted = (own: AbortSignal | undefined) => (own === undefined || own === signal ? signal : AbortSignal.any([own, signal]));
    return {
      call: (request) =>
        this.#note(
          request.method,
          request.url,
          sentOf(request.body),
          () => net.call({ ...request, signal: untilAborted(request.signal) }),
          fromReply,
        ),
      download: (url, options) => this.#note("GET", url, null, () => net.download(url, options), fromFetch),
      fetchDocument: (url, options) => this.#note("GET", url, null, () => net.fetchDocument(url, options), fromFetch),
      // The net belongs to the service; an attempt must not dispose it.
      [Symbol.asyncDispose]: async () => {},
    };
  }

  /** Whether any request has been started. */
  get hasCalled(): boolean {
    return this.#hasCalled;
  }

  /** The recorded calls, with every secret known so far redacted. */
  calls(): AttemptCall[] {
    const gap = this.#leftOut === 0 ? [] : [{ leftOut: this.#leftOut }];
    return [...this.#first.map((call) => this.#redacted(call)), ...gap, ...this.#last.map((call) => this.#redacted(call))];
  }

  /** A platform's messages may echo what was sent to it. */
  clean<Outcome extends { readonly kind: string }>(outcome: Outcome): Outcome {
    return this.#redactor.cleanReason(outcome);
  }

  /** The same for what the attempt leaves for the next one. */
  cleanProgress<Value>(value: Value): Value {
    return this.#redactor.cleanProgress(value);
  }

  async #note<Reply>(method: string, url: string, sent: string | null, work: () => Promise<Reply>, read: (reply: Reply) => Answer) {
    this.#hasCalled = true;
    const raw = { at: this.#app.clock.now(), method, url, sent };
    const startedAt = performance.now();
    const reply = await work();
    this.#keep({ ...raw, ...read(reply), milliseconds: Math.round(performance.now() - startedAt) });
    return reply;
  }

  #keep(call: RawCall): void {
    if (this.#first.length < CALLS_KEPT) {
      this.#first.push(call);
      return;
    }
    this.#last.push(call);
    if (this.#last.length <= CALLS_KEPT) return;
    this.#last = this.#last.slice(1);
    this.#leftOut += 1;
  }

  #redacted(call: RawCall): RecordedCall {
    const clean = (text: string | null, lengthMax: number) => (text === null ? null : this.#redactor.clean(text, lengthMax));
    return {
      ...call,
      url: templateOf(call.url, (path) => this.#redactor.clean(path, SENT_LENGTH_MAX)),
      sent: clean(call.sent, SENT_LENGTH_MAX),
      reply: clean(call.reply, REPLY_LENGTH_MAX),
    };
  }
}

/** Unredacted: only the start of each text, but more of it than is kept. */
type RawCall = RecordedCall;
type Answer = Pick<RecordedCall, "status" | "reply">;

const RAW_LENGTH_MAX = 4 * REPLY_LENGTH_MAX;

function fromReply(reply: CallReply): Answer {
  if (reply.kind === "answered")
    return { status: reply.status, reply: reply.text?.slice(0, RAW_LENGTH_MAX) ?? "(its body did not arrive whole)" };
  return { status: null, reply: `${reply.kind}: ${reply.reason}` };
}

function fromFetch(reply: { readonly kind: "fetched"; readonly status?: number } | FetchFailure): Answer {
  if (reply.kind === "fetched") return { status: reply.status ?? 200, reply: null };
  return { status: reply.status ?? null, reply: `${reply.cause}: ${reply.reason}` };
}

function sentOf(body: CallRequest["body"]): string | null {
  if (body === undefined) return null;
  if (typeof body === "string") return body.slice(0, RAW_LENGTH_MAX);
  if (body instanceof Uint8Array) return `(${body.byteLength} bytes)`;
  if (body instanceof Blob) return `(${body.size} bytes)`;
  if (!(body instanceof FormData)) return `(${body.length} bytes)`;
  return [...body].map(([name, value]) => `${name}=${typeof value === "string" ? value : `(file, ${value.size} bytes)`}`).join("&");
}

/** `https://host/api/v1/statuses/{id}?limit`. */
function templateOf(address: string, clean: (path: string) => string): string {
  const url = URL.parse(address);
  if (url === null) return clean(address);
  const path = clean(url.pathname)
    .split("/")
    .map((part) => (/^\d{3,}$/.test(part) || part.length > SEGMENT_LENGTH_MAX ? "{id}" : decoded(part)))
    .join("/");
  const names = [...new Set(url.searchParams.keys())].join("&");
  return `${url.origin}${clean(path)}${names === "" ? "" : `?${clean(names)}`}`;
}

/** Method and resource names are shorter; anything longer is an id. */
const SEGMENT_LENGTH_MAX = 40;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
