import dns, { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import type { Classify } from "./address.ts";
import { inHostsFile } from "./hosts-file.ts";
import { Trouble } from "./trouble.ts";
import { isLocalName } from "./url.ts";

/** Resolves a name, which the operator has configured or a user has given, to its addresses, or throws. */
export type Resolve = (hostname: string, from: "operator" | "user") => Promise<readonly string[]>;

/** Where a connection may go. */
export interface Policy {
  /** Allowed ports on public addresses; addresses allowed by the operator are reached on any port. */
  readonly ports: ReadonlySet<number>;
  /** Whether public addresses may be reached without TLS. */
  readonly plain: boolean;
}

/** Feeds, pages and media. The high ports are common alternatives to the standard ones. */
export const WEB_POLICY: Policy = { ports: new Set([80, 443, 8080, 8443]), plain: true };
/** Servers that receive tokens or vouch for identities. */
export const HTTPS_POLICY: Policy = { ports: new Set([443]), plain: false };

export interface Target {
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
}

/** Decides which addresses a connection may use. `connect.ts` opens sockets to these and no others. */
export interface Guard {
  /** Resolves and checks. Throws Trouble `address` if any result is refused: mixed results are an attack. */
  addresses(target: Target): Promise<readonly string[]>;
  /** Checks the address the socket actually reached; throws Trouble `address`. */
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
      // Literal addresses involve no lookup, so a check in the lookup alone would miss them.
      if (isIP(target.hostname) !== 0) {
        admit(target.hostname, target);
        return [target.hostname];
      }
      const addresses = await lookUp(options.resolve, target.hostname, "user");
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

/** A name in the operator's own network, such as `localhost`, leads only to what the operator has allowed. */
function opened(addresses: readonly string[], classify: Classify): readonly string[] {
  const allowed = addresses.filter((address) => classify(address) === "allowed");
  if (allowed.length === 0) throw new Trouble("address", "private or special address");
  return allowed;
}

/** No check, for addresses that the operator configured. */
export function openGuard(resolve: Resolve): Guard {
  return {
    addresses: async (target) => (isIP(target.hostname) === 0 ? lookUp(resolve, target.hostname, "operator") : [target.hostname]),
    confirm() {},
  };
}

/**
 * By the system's own means for what the operator has configured and for local names. These look-ups cannot be cancelled, and only two are
 * made at a time, so a name of a user's whose servers never answer would keep all others waiting: those are taken from the hosts file or
 * asked for at the name servers directly.
 */
export const resolveByDns: Resolve = async (hostname, from) => {
  if (from === "user" && !isLocalName(hostname)) return (await inHostsFile(hostname)) ?? resolveAtServers(hostname, {});
  const answers = await dns.lookup(hostname, { all: true, order: "verbatim" });
  return answers.map((answer) => answer.address);
};

const SERVER_MILLISECONDS = 1500;
/** Some name servers never answer for one of the two kinds of address: with those of the other kind, the connection can be made. */
const OTHER_KIND_MILLISECONDS = 500;

/** Ends by itself within a few seconds, whatever the servers do. `servers`: those of the machine, unless a test gives its own. */
export async function resolveAtServers(
  hostname: string,
  { servers }: { readonly servers?: readonly string[] },
): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: SERVER_MILLISECONDS, tries: 2, maxTimeout: SERVER_MILLISECONDS });
  if (servers !== undefined) resolver.setServers(servers);
  let timer: NodeJS.Timeout | undefined;
  const patiently = async (asked: Promise<string[]>) => {
    const addresses = await asked;
    timer ??= setTimeout(() => resolver.cancel(), OTHER_KIND_MILLISECONDS);
    return addresses;
  };
  const answers = await Promise.allSettled([patiently(resolver.resolve4(hostname)), patiently(resolver.resolve6(hostname))]);
  clearTimeout(timer);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

async function lookUp(resolve: Resolve, hostname: string, from: "operator" | "user"): Promise<readonly string[]> {
  const addresses = await resolve(hostname, from).catch(() => []);
  if (addresses.length === 0) throw new Trouble("unreachable", "name not found");
  return addresses;
}
