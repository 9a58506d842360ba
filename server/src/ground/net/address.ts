import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** `public`: a public address. `allowed`: private, but allowed by the operator. `refused`: private, special or invalid. */
export type Verdict = "public" | "allowed" | "refused";
export type Classify = (address: string) => Verdict;

/** Unicast according to the library, but refused here. The Azure wire server is on what looks like a public address. */
const ALSO_REFUSED = [
  "168.63.129.16/32",
  "192.88.99.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.175.48.0/24",
  "2001::/23",
  "2002::/16",
];
/** The only allocated part of IPv6. Everything else (compatible, translated, local NAT64, site-local) is refused. */
const GLOBAL_IPV6 = "2000::/3";
/** RFC 6052: the last four bytes are the IPv4 address. Public names resolve to these behind DNS64. */
const NAT64 = "64:ff9b::/96";

/**
 * Makes the rule for resolved and literal addresses. `allowPrivate` is a list of CIDRs or single addresses; throws an Error
 * that names any entry that is neither.
 */
export function createClassify(allowPrivate: readonly string[]): Classify {
  const allowed = allowPrivate.map(parseRange);
  return (text) => {
    // ipaddr accepts octal and short forms; a socket never reports them, so anything but the plain form is hostile.
    if (isIP(text) === 0 || text.includes("%")) return "refused";
    const address = unwrap(ipaddr.parse(text));
    if (allowed.some((range) => contains(range, address))) return "allowed";
    return isPublic(address) ? "public" : "refused";
  };
}

/** Mapped and NAT64 addresses stand for the IPv4 address inside. 6to4, Teredo and compatible ones are obsolete and refused. */
function unwrap(address: Address): Address {
  if (!isIPv6(address)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (contains(nat64, address)) return new ipaddr.IPv4(address.toByteArray().slice(12));
  return address;
}

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  if (isIPv6(address) && !contains(globalIPv6, address)) return false;
  return !alsoRefused.some((range) => contains(range, address));
}

function isIPv6(address: Address): address is ipaddr.IPv6 {
  return address.kind() === "ipv6";
}

function contains(range: Range, address: Address): boolean {
  return range[0].kind() === address.kind() && address.match(range);
}

function parseRange(text: string): Range {
  if (isIP(text) !== 0) return [ipaddr.parse(text), isIP(text) === 4 ? 32 : 128];
  const base = text.split("/")[0] ?? "";
  if (isIP(base) === 0 || !ipaddr.isValidCIDR(text)) throw new Error(`not an address range: ${text}`);
  return ipaddr.parseCIDR(text);
}

const nat64 = parseRange(NAT64);
const globalIPv6 = parseRange(GLOBAL_IPV6);
const alsoRefused = ALSO_REFUSED.map(parseRange);
