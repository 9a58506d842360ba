import ipaddr from "ipaddr.js";

/** The key under which a client is counted: an IPv4 address, or the /64 that an IPv6 client owns as a whole. */
export function clientKey(address: string): string {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  if (parsed === null) return address;
  if (parsed.kind() === "ipv4") return parsed.toString();
  return parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
