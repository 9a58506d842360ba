import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { refuse } from "../refusal.ts";
import { collectionsOf, foresee } from "./foresee.ts";
import { presentForecast } from "./present.ts";
import { readSnapshot } from "./store.ts";

/** What will happen to the brand's posts until the same time of day so many days from now. Writes nothing. */
export async function forecast(app: App, { brandId, days }: PrivateInput<"forecast">): Promise<PrivateOutput<"forecast">> {
  const snapshot = await readSnapshot(app.db, { brandId, collectionId: null });
  if (snapshot === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  const { timezone } = snapshot;
  const now = app.clock.now();
  const entries = foresee(collectionsOf(snapshot, app.connectors), { timezone, now, until: daysLater(now, days, timezone) });
  return presentForecast(entries, timezone);
}

function daysLater(now: Instant, days: number, timezone: string): Instant {
  return toInstant(Temporal.Instant.from(now).toZonedDateTimeISO(timezone).add({ days }).toInstant());
}
