import { addSeconds, type Instant, printUtc, toInstant } from "@rostrum/contract/formats.ts";

/** As `YYYYMM`: https://learn.microsoft.com/en-us/linkedin/marketing/versioning (2026-08). */
export const VERSION = "202607";

/**
 * The days from which on a version is refused, as LinkedIn announces them:
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/migrations (2026-08).
 */
const SUNSETS: Readonly<Record<string, string>> = {
  "202511": "2026-11-16",
  "202601": "2027-01-15",
  "202602": "2027-02-15",
  "202603": "2027-03-16",
  "202604": "2027-04-15",
  "202605": "2027-05-15",
  "202606": "2027-06-15",
  "202607": "2027-07-15",
};
const WARNED_DAYS = 60;
const DAY_SECONDS = 86_400;

/** What the operator has to know about the version in use; LinkedIn announces its end in no answer. */
export function versionNotices({ apiVersion, now }: { readonly apiVersion: string | null; readonly now: Instant }): string[] {
  const version = apiVersion ?? VERSION;
  const setting = "ROSTRUM_LINKEDIN_API_VERSION";
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(version))
    return [`${setting} is ${version}; a version of LinkedIn's API is a year and a month, such as ${VERSION}.`];
  const day = sunsetOf(version);
  const end = toInstant(`${day}T00:00:00Z`);
  if (now < addSeconds(end, -WARNED_DAYS * DAY_SECONDS)) return [];
  const verb = now < end ? "ends" : "ended";
  return [
    `LinkedIn ${verb} the version ${version} of its API on ${day}: set ${setting} to a newer one (/help/networks/linkedin), then restart the service.`,
  ];
}

/** Where no day is announced: a version lives for a year at least. */
function sunsetOf(version: string): string {
  const [year, month] = [Number(version.slice(0, 4)), version.slice(4)];
  return SUNSETS[version] ?? `${year + 1}-${month}-15`;
}

/** A day as people write it in messages. */
export function dayOf(instant: Instant): string {
  return printUtc(instant).slice(0, 10);
}
