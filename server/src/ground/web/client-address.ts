import ipaddr from "ipaddr.js";

/**
 * The key under which a client is counted: an IPv4 address, or the /64 that an IPv6 client owns as a whole. Some proxies write the port
 * behind it: `192.0.2.1:5678`, `[2001:db8::1]:5678`.
 */
export function clientKey(given: string): string {
  const address = /^\[([^\]]*)\](?::\d+)?$/.exec(given)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(given)?.[1] ?? given;
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  if (parsed === null) return address;
  if (parsed.kind() === "ipv4") return parsed.toString();
  return parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
