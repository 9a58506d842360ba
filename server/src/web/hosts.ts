import { isIPv6 } from "node:net";
import { refusal } from "@rostrum/contract/errors.ts";
import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import { type Config, isLoopback } from "../config.ts";
import { sendProblem } from "./problems.ts";

/**
 * A page of a foreign name that has been pointed at this machine (DNS rebinding) is a page of ours to the browser, which
 * gives it our pages and sends our cookies; but it sends its own name in `Host`. So what browsers may see is answered under
 * names that lead here and nowhere else: the public address, names of the loopback, and the address that was called. Ports
 * do not matter, because proxies change them.
 */
export type IsOwnName = (hostname: string, request: Called) => boolean;

/** Where a request came in. */
interface Called {
  readonly socket: { readonly localAddress?: string | undefined };
}

export function ownNames({ publicUrl, host }: Pick<Config, "publicUrl" | "host">): IsOwnName {
  const names = new Set([new URL(publicUrl).hostname, hostnameOf(isIPv6(host) ? `[${host}]` : host)]);
  return (hostname, { socket }) => names.has(hostname) || isLoopback(hostname) || isSameAddress(hostname, socket.localAddress);
}

/** Refuses what comes under another name; for a scope of all that is for browsers. */
export function guardHosts(scope: FastifyInstance, isOwn: IsOwnName): void {
  scope.addHook("onRequest", async (request, reply) => {
    const hostname = hostnameOf(request.headers.host);
    if (hostname === null || !isOwn(hostname, request)) return sendProblem(reply, FOREIGN_HOST);
  });
}

/** The name without its port, as `URL` writes it; null when it is none. */
export function hostnameOf(host: string | undefined): string | null {
  if (host === undefined || !/^(\[[\da-f:.]+\]|[^\s/?#@\\:[\]]+)(:\d{1,5})?$/i.test(host)) return null;
  return URL.parse(`http://${host}`)?.hostname ?? null;
}

const FOREIGN_HOST = refusal(
  403,
  "host",
  "The service does not answer under this Host. ROSTRUM_PUBLIC_URL names the address that it is reached at.",
);

/** A literal address cannot be pointed elsewhere. */
function isSameAddress(hostname: string, address: string | undefined): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (address === undefined || !ipaddr.isValid(bare)) return false;
  return ipaddr.process(bare).toNormalizedString() === ipaddr.process(address).toNormalizedString();
}
