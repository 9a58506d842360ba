import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** IANA's special-purpose registries: none of these addresses is public. */
const NOT_PUBLIC: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  // The Azure wire server, on what looks like a public address.
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];

/** Public IPv6: global unicast, without the ranges for embedded IPv4 addresses or documentation. */
const PUBLIC_6 = "2000::/3";
const NOT_PUBLIC_6: readonly string[] = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

/** Decides which addresses files may be downloaded from. */
export interface Guard {
  allows(address: string): boolean;
  /** Resolves a name to allowed addresses only, at connection time. */
  readonly lookup: LookupFunction;
}

/**
 * An agent supplies the URLs, possibly under the influence of what it has read. So nothing on this machine or its network is
 * fetched, except from `allowed` (comma-separated CIDRs, like the service's own setting).
 */
export function guardFor(allowed: string | undefined): Guard {
  const open = listOf(
    (allowed ?? "")
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  );
  const closed = listOf([...NOT_PUBLIC, ...NOT_PUBLIC_6]);
  const global = listOf([PUBLIC_6]);
  const allows = (address: string) => {
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (isIP(address) === 0) return false;
    if (open.check(address, family)) return true;
    return !closed.check(address, family) && (family === "ipv4" || global.check(address, family));
  };
  return {
    allows,
    lookup: (name, options, done) => {
      lookup(name, { ...options, all: true }, (error, found) => {
        const addresses = (error === null ? found : []).filter(({ address }) => allows(address));
        const [first] = addresses;
        if (first === undefined) return done(error ?? Object.assign(new Error("not a public address"), { code: "ENOTFOUND" }), "", 4);
        return options.all ? done(null, addresses) : done(null, first.address, first.family);
      });
    },
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits = "128"] = network.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}
