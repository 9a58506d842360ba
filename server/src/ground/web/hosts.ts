import { isIPv6 } from "node:net";
import { refusal } from "@rostrum/contract/errors.ts";
import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import { type Config, isLoopback } from "../config.ts";
import { sendProblem } from "./problems.ts";

/**
 * Guards against DNS rebinding: when another site's name resolves to this machine, its pages can read ours and use our cookies,
 * but the browser still sends that name in `Host`. So content for browsers is served only under names that can only mean this
 * service: the public URL, loopback names, and the IP address the request was sent to. Ports are ignored, because proxies change
 * them.
 */
export type IsOwnName = (hostname: string, request: Called) => boolean;

/** The local address a request was sent to. */
interface Called {
  readonly socket: { readonly localAddress?: string | undefined };
}

export function ownNames({ publicUrl, host }: Pick<Config, "publicUrl" | "host">): IsOwnName {
  const names = new Set([new URL(publicUrl).hostname, hostnameOf(isIPv6(host) ? `[${host}]` : host)]);
  return (hostname, { socket }) => names.has(hostname) || isLoopback(hostname) || isSameAddress(hostname, socket.localAddress);
}

/** Refuses requests under any other name. For the scope that holds everything for browsers. */
export function guardHosts(scope: FastifyInstance, isOwn: IsOwnName): void {
  scope.addHook("onRequest", async (request, reply) => {
    const hostname = hostnameOf(request.headers.host);
    if (hostname === null || !isOwn(hostname, request)) return sendProblem(reply, FOREIGN_HOST);
  });
}

/** The host name without its port, normalized by `URL`; null when it is malformed. */
export function hostnameOf(host: string | undefined): string | null {
  if (host === undefined || !/^(\[[\da-f:.]+\]|[^\s/?#@\\:[\]]+)(:\d{1,5})?$/i.test(host)) return null;
  return URL.parse(`http://${host}`)?.hostname ?? null;
}

const FOREIGN_HOST = refusal(403, "host", "This service does not accept this Host. Set ROSTRUM_PUBLIC_URL to the URL it is reached at.");

/** A literal IP address cannot be rebound. */
function isSameAddress(hostname: string, address: string | undefined): boolean {
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (address === undefined || !ipaddr.isValid(bare)) return false;
  return ipaddr.process(bare).toNormalizedString() === ipaddr.process(address).toNormalizedString();
}
