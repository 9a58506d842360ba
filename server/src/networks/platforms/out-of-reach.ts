import { isIP } from "node:net";
import { isLoopback } from "../../ground/config.ts";
import { createClassify } from "../../ground/net/address.ts";

/** Names that public DNS does not have: RFC 6761, RFC 6762, RFC 8375, and what routers and clouds use inside. */
const PRIVATE_NAMES = /(^|\.)(localhost|local|test|example|invalid|internal|lan|home\.arpa)$/;

/** Whether nobody outside can reach what is at this URL: it is on this machine, in a private network, or under a name that is not public. */
export function isOutOfReach(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return classify(host) !== "public";
  return isLoopback(host) || !host.includes(".") || PRIVATE_NAMES.test(host);
}

const classify = createClassify([]);
