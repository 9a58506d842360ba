import dns from "node:dns/promises";
import { isIP } from "node:net";
import type { Classify } from "./address.ts";
import { Trouble } from "./trouble.ts";
import { isLocalName } from "./url.ts";

/** Answers the addresses of a name, or throws. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** What a connection may lead to. */
export interface Policy {
  /** Ports on public addresses; addresses that the operator opened are reached on any. */
  readonly ports: ReadonlySet<number>;
  /** Whether public addresses are reached without TLS. */
  readonly plain: boolean;
}

/** Feeds, pages and media. The high ports are usual beside the standard ones. */
export const WEB_POLICY: Policy = { ports: new Set([80, 443, 8080, 8443]), plain: true };
/** Servers that get tokens or say who somebody is. */
export const HTTPS_POLICY: Policy = { ports: new Set([443]), plain: false };

export interface Target {
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
}

/** Says which addresses a connection may use. Sockets are made by `connect.ts` with these and no others. */
export interface Guard {
  /** Resolves and checks; throws Trouble `address` when any answer is refused: mixed answers are an attack, not a choice. */
  addresses(target: Target): Promise<readonly string[]>;
  /** Checks what the socket reached in the end; throws Trouble `address`. */
  confirm(remoteAddress: string | undefined, target: Target): void;
}

export function createGuard(options: { classify: Classify; resolve: Resolve; policy: Policy }): Guard {
  const admit = (address: string, target: Target) => {
    const verdict = options.classify(address);
    if (verdict === "allowed") return;
    if (verdict === "refused") throw new Trouble("address", "private or special address");
    if (!options.policy.ports.has(target.port)) throw new Trouble("address", "port");
    if (!target.secure && !options.policy.plain) throw new Trouble("address", "not encrypted");
  };
  return {
    async addresses(target) {
      // No lookup happens for literal hosts, so a check that sits in the lookup alone never sees them.
      if (isIP(target.hostname) !== 0) {
        admit(target.hostname, target);
        return [target.hostname];
      }
      const addresses = await lookUp(options.resolve, target.hostname);
      if (isLocalName(target.hostname)) return opened(addresses, options.classify);
      for (const address of addresses) admit(address, target);
      return addresses;
    },
    confirm(remoteAddress, target) {
      if (remoteAddress === undefined) throw new Trouble("unreachable", "connection closed");
      admit(remoteAddress, target);
    },
  };
}

/** A name of the operator's own network, such as `localhost`, leads to what the operator has opened and nowhere else. */
function opened(addresses: readonly string[], classify: Classify): readonly string[] {
  const allowed = addresses.filter((address) => classify(address) === "allowed");
  if (allowed.length === 0) throw new Trouble("address", "private or special address");
  return allowed;
}

/** For addresses that the operator configured: no check. */
export function openGuard(resolve: Resolve): Guard {
  return {
    addresses: async (target) => (isIP(target.hostname) === 0 ? lookUp(resolve, target.hostname) : [target.hostname]),
    confirm() {},
  };
}

export const resolveByDns: Resolve = async (hostname) => {
  const answers = await dns.lookup(hostname, { all: true, order: "verbatim" });
  return answers.map((answer) => answer.address);
};

async function lookUp(resolve: Resolve, hostname: string): Promise<readonly string[]> {
  const addresses = await resolve(hostname).catch(() => []);
  if (addresses.length === 0) throw new Trouble("unreachable", "name not found");
  return addresses;
}
