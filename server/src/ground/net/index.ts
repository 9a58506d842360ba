import { type Awake, processAwake } from "../awake.ts";
import { createClassify } from "./address.ts";
import { call, type Pass } from "./call.ts";
import { fetchDocument } from "./document.ts";
import { download } from "./download.ts";
import { type Resolve, resolveByDns } from "./guard.ts";
import type { HeardClocks } from "./heard-clocks.ts";
import type { CallReply, CallRequest, Net } from "./net.ts";
import { Slots } from "./slots.ts";
import { traced } from "./traced.ts";

export interface NetOptions {
  /** Private CIDRs or single addresses that may be reached, on any port. Throws an Error on an invalid entry. */
  readonly allowPrivate: readonly string[];
  /** Operator-configured API bases and the sandbox; only `call` reaches these without the guard. */
  readonly trustedOrigins: readonly string[];
  /** Headers added to calls below a base URL, whatever the connector sends: credentials for our own endpoints. */
  readonly passes?: readonly Pass[];
  readonly userAgent: string;
  /** How names are resolved; by the system, unless a test supplies its own. */
  readonly resolve?: Resolve;
  /** For tests that move its clocks. */
  readonly awake?: Awake;
  /** Hears the answers of networks: what the operator has configured may be this service itself, and a user's receiver says what it likes. */
  readonly clocks?: HeardClocks;
}

/** Makes all outgoing connections. Ignores proxy environment variables: a proxy would resolve names behind the guard's back. */
export function createNet(options: NetOptions): Net {
  const closing = new AbortController();
  const open = new Set<Promise<unknown>>();
  const ground = {
    classify: createClassify(options.allowPrivate),
    localNames: options.allowPrivate.length > 0,
    resolve: options.resolve ?? resolveByDns,
    sessions: new Map<string, Buffer>(),
    slots: new Slots(),
    userAgent: options.userAgent,
    closing: closing.signal,
    awake: options.awake ?? processAwake,
    passes: options.passes ?? [],
    trustedOrigins: new Set(options.trustedOrigins.map((origin) => new URL(origin).origin)),
  };
  const track = <T>(work: Promise<T>): Promise<T> => {
    open.add(work);
    const forget = () => open.delete(work);
    work.then(forget, forget);
    return work;
  };
  async function hearing(request: CallRequest): Promise<CallReply> {
    const askedAt = Date.now();
    const reply = await call(ground, request);
    const url = URL.parse(request.url);
    const isNetwork = url !== null && (request.guarded !== true || request.isNetwork === true) && !ground.trustedOrigins.has(url.origin);
    if (reply.kind === "answered" && isNetwork) {
      options.clocks?.hear({ host: url.host, headers: reply.headers, askedAt, answeredAt: Date.now() });
    }
    return reply;
  }
  return {
    ...traced({
      call: (request) => track(hearing(request)),
      download: (url, where) => track(download(ground, url, where)),
      fetchDocument: (url, bounds) => track(fetchDocument(ground, url, bounds)),
    }),
    /** Aborts calls in flight; they return as for any dropped connection. */
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.allSettled(open);
    },
  };
}
