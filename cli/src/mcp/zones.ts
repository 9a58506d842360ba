import type { Client } from "@rostrum/contract/client/types.ts";
import { isTimezone } from "@rostrum/contract/formats.ts";
import type { operations } from "@rostrum/contract/operations.ts";

/** A changed brand timezone is noticed after at most this long. */
const KNOWN_MILLISECONDS = 60_000;

/**
 * Timezones of brands, which most REST replies do not contain: fetched and cached for a minute. While a brand cannot be fetched, the
 * last known one holds; undefined if there is none.
 */
export function zonesBy(client: Client<typeof operations>): (brandId: number) => Promise<string | null | undefined> {
  const known = new Map<number, { readonly timezone: string | null; readonly until: number }>();
  return async (brandId) => {
    const found = known.get(brandId);
    if (found !== undefined && found.until > Date.now()) return found.timezone;
    const result = await client.getSchedule({ brandId });
    if (!result.ok) return found?.timezone;
    // One that this machine does not know yet: no local times are better than none of the answer.
    const { timezone } = result.data;
    if (timezone !== null && !isTimezone(timezone)) return undefined;
    known.set(brandId, { timezone, until: Date.now() + KNOWN_MILLISECONDS });
    return timezone;
  };
}
