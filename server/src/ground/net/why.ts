import type { FetchFailure } from "./net.ts";

const MEGABYTE = 1024 * 1024;

/**
 * Why a file or page could not be fetched, as a sentence for the person who gave its address. A private address is told apart from others
 * by itself alone: what is there, if anything, is never asked.
 */
export function whyNotFetched({ cause, reason, status }: FetchFailure, bytesMax: number): string {
  if (status !== undefined) return whyRefused(status);
  switch (cause) {
    case "address":
      return reason === "private or special address"
        ? PRIVATE
        : "The service does not follow such an address: it must be https, without a port.";
    case "unreachable":
      return reason === "name not found" ? "There is no server with this name." : "Its server cannot be reached.";
    case "timeout":
      return "Its server did not answer in time.";
    case "too_large":
      return `It has more than ${Math.floor(bytesMax / MEGABYTE)} MB.`;
    case "redirects":
      return "Its address leads from one to the next without an end.";
    case "status":
    case "broken":
      return "What its server answered cannot be read.";
  }
}

const PRIVATE = "Its address is on a private network. The operator can allow it with ROSTRUM_ALLOW_PRIVATE_NETWORKS.";

function whyRefused(status: number): string {
  if (status === 401) return "Its server asks for a log-in (status 401).";
  if (status === 403) return "Its server does not let the service in (status 403).";
  if (status === 404) return "There is nothing at this address (status 404).";
  if (status === 410) return "Its server says that it is gone for good (status 410).";
  return `Its server answered with status ${status}.`;
}
