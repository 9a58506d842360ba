import type { Instant } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import { badArgument, noSuchVersion } from "./refusals.ts";
import type { Settings } from "./settings.ts";

/**
 * The day on which each version goes, by the vendor's table of migrations (2026-08). It has lived at least twelve months then. There is
 * none for December 2025.
 * https://learn.microsoft.com/en-us/linkedin/marketing/versioning (2026-03)
 */
const SUNSETS: Readonly<Record<string, string>> = {
  202509: "2026-09-15",
  202510: "2026-10-15",
  202511: "2026-11-16",
  202601: "2027-01-15",
  202602: "2027-02-15",
  202603: "2027-03-16",
  202604: "2027-04-15",
  202605: "2027-05-15",
  202606: "2027-06-15",
  202607: "2027-07-15",
};
const NEVER_MADE = ["202512"];
/** The newest that has been seen. Later ones are taken for real once their month has begun. */
const NEWEST_SEEN = "202609";

/** The version of a call to `/rest`, with a day, as it stands in answers; refuses calls without an active one. */
export function versionOf({ headers }: FastifyRequest, { settings, now }: { readonly settings: Settings; readonly now: Instant }): string {
  const version = String(headers["linkedin-version"] ?? "");
  if (!isActive(version, settings, now)) throw noSuchVersion(/^\d{6}$/.test(version) ? `${version}01` : version);
  // Without it the protocol is an older one, in which lists and keys look different.
  if (headers["x-restli-protocol-version"] !== "2.0.0") throw badArgument("The header X-Restli-Protocol-Version must be 2.0.0");
  return `${version}01`;
}

function isActive(version: string, { oldest_version, retires_versions }: Settings, now: Instant): boolean {
  if (!/^20\d\d(0[1-9]|1[0-2])$/.test(version) || NEVER_MADE.includes(version)) return false;
  const month = now.slice(0, 7).replace("-", "");
  if (version < oldest_version || (version > NEWEST_SEEN && version > month)) return false;
  return !retires_versions || now.slice(0, 10) < sunsetOf(version);
}

/** The middle of the month a year later, until a day is announced. */
function sunsetOf(version: string): string {
  return SUNSETS[version] ?? `${Number(version.slice(0, 4)) + 1}-${version.slice(4)}-15`;
}
