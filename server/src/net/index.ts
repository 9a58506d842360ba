import { createClassify } from "./address.ts";
import { call, type Pass } from "./call.ts";
import { fetchDocument } from "./document.ts";
import { download } from "./download.ts";
import { type Resolve, resolveByDns } from "./guard.ts";
import type { Net } from "./net.ts";
import { Slots } from "./slots.ts";

export interface NetOptions {
  /** CIDRs or single addresses that are reached although private, on any port. Throws an Error on what is neither. */
  readonly allowPrivate: readonly string[];
  /** Operator-configured API bases and the sandbox: `call` alone reaches these without the guard. */
  readonly trustedOrigins: readonly string[];
  /** Headers of calls to what lies below an address, whatever the connector sends: what opens our own doors to ourselves. */
  readonly passes?: readonly Pass[];
  readonly userAgent: string;
  /** How names become addresses; the system's way unless a test brings its own names. */
  readonly resolve?: Resolve;
}

/** The way to the outside. Proxy variables of the environment are not read: a proxy would resolve names behind the guard's back. */
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
    passes: options.passes ?? [],
    trustedOrigins: new Set(options.trustedOrigins.map((origin) => new URL(origin).origin)),
  };
  const track = <T>(work: Promise<T>): Promise<T> => {
    open.add(work);
    const forget = () => open.delete(work);
    work.then(forget, forget);
    return work;
  };
  return {
    call: (request) => track(call(ground, request)),
    download: (url, where) => track(download(ground, url, where)),
    fetchDocument: (url, bounds) => track(fetchDocument(ground, url, bounds)),
    /** Cuts what is under way; those calls answer as for any cut connection. */
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.allSettled(open);
    },
  };
}
