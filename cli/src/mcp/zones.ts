import type { Client } from "@rostrum/contract/client/types.ts";
import type { operations } from "@rostrum/contract/operations.ts";

/** A change of a brand's timezone shows after this at the latest. */
const KNOWN_MILLISECONDS = 60_000;

/**
 * The timezones of brands, which most replies of the REST API do not name: asked once and kept for a minute. A brand that
 * cannot be asked for reads in UTC, and results say so.
 */
export function zonesBy(client: Client<typeof operations>): (brandId: number) => Promise<string | null> {
  const known = new Map<number, { readonly timezone: string | null; readonly until: number }>();
  return async (brandId) => {
    const found = known.get(brandId);
    if (found !== undefined && found.until > Date.now()) return found.timezone;
    const result = await client.getSchedule({ brandId });
    if (!result.ok) return null;
    known.set(brandId, { timezone: result.data.timezone, until: Date.now() + KNOWN_MILLISECONDS });
    return result.data.timezone;
  };
}
