import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";
import type { Config } from "../config.ts";

/**
 * The names under which the tool server answers. A page of a foreign name that has been pointed at this machine (DNS
 * rebinding) sends its own name in `Host`, and a page of another site its own in `Origin`: both are refused. Ports do not
 * matter, because proxies change them.
 */
export function allowedNames({ publicUrl, host }: Pick<Config, "publicUrl" | "host">): readonly string[] {
  const own = new URL(publicUrl).hostname;
  const bare = host.includes(":") ? `[${host}]` : host;
  return isLoopback(bare) || isLoopback(own) ? [...new Set([own, ...localhostAllowedHostnames()])] : [own];
}

export interface Sender {
  readonly host: string | undefined;
  /** Browsers send it; absent elsewhere. */
  readonly origin: string | undefined;
}

/** Why the request may not come in; null when it may. */
export function reasonAgainst(names: readonly string[], { host, origin }: Sender): string | null {
  if (!validateHostHeader(host, [...names]).ok) {
    return "The tool server does not answer under this Host. ROSTRUM_PUBLIC_URL names the address that it is reached at.";
  }
  return validateOriginHeader(origin, [...names]).ok ? null : "Pages of this Origin may not use the tool server.";
}

function isLoopback(name: string): boolean {
  return localhostAllowedHostnames().includes(name) || /^127(\.\d{1,3}){3}$/.test(name);
}
