import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import { refuseGonePost } from "../deletions/gone.ts";
import { conversionsOf } from "../media/conversions.ts";
import { explain } from "./explain.ts";
import { collectionsOf, foresee } from "./foresee.ts";
import { findPostToExplain, listAttemptHistory, listDeliveryHistory, listSettlements } from "./history-store.ts";
import { presentForecast } from "./present.ts";
import { readSnapshot } from "./store.ts";
import { refuseTooMuch } from "./too-much.ts";

/** The reply is written in one piece: so many lines take a tenth of a second. */
const LINES_MAX = 50_000;

/** Forecasts the brand's posts for the next `days` days, until the same time of day. Writes nothing. */
export async function forecast(app: App, { brandId, days }: PrivateInput<"forecast">): Promise<PrivateOutput<"forecast">> {
  const snapshot = await readSnapshot(app.db, { brandId, collectionId: null });
  if (snapshot === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  const { timezone } = snapshot;
  const now = app.clock.now();
  const span = { timezone, now, until: daysLater(now, days, timezone) };
  const collections = collectionsOf(snapshot, { app, conversions: await conversionsOf(app) });
  const entries = await foresee(collections, span, LINES_MAX).catch((error: unknown) => refuseTooMuch(error, "days"));
  return presentForecast(entries, timezone);
}

/** The maximum number of deliveries shown with all their attempts, newest first; evergreen posts have many. */
const DELIVERIES_MAX = 100;

/** Explains why a post leaves when it does, or why not, and the outcome of every attempt. Writes nothing. */
export async function explainPost(app: App, { postId }: PrivateInput<"explainPost">): Promise<PrivateOutput<"explainPost">> {
  const post = await findPostToExplain(app.db, postId);
  const snapshot = post === null ? null : await readSnapshot(app.db, post);
  const [collection] = snapshot === null ? [] : collectionsOf(snapshot, { app, conversions: await conversionsOf(app) });
  if (post === null || snapshot === null || collection === undefined) return refuseGonePost(app, postId);
  const { brandId } = post;
  const deliveries = await listDeliveryHistory(app.db, { brandId, postId, limit: DELIVERIES_MAX, now: app.clock.now() });
  const attempts = await listAttemptHistory(app.db, { brandId, deliveryIds: deliveries.map(({ id }) => id) });
  const settlements = await listSettlements(app.db, { brandId, deliveryIds: deliveries.map(({ id }) => id) });
  return explain({ post, collection, timezone: snapshot.timezone, now: app.clock.now(), deliveries, attempts, settlements });
}

function daysLater(now: Instant, days: number, timezone: string): Instant {
  return toInstant(Temporal.Instant.from(now).toZonedDateTimeISO(timezone).add({ days }).toInstant());
}
