import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { changedPreferences, type GivenPreferences, type PreferenceValues, perPostOf } from "@rostrum/contract/preferences.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { preferencesText } from "../channels/preferences.ts";
import { conversionsOf } from "../media/conversions.ts";
import { refuse } from "../refusal.ts";
import { explain } from "./explain.ts";
import { collectionsOf, foresee } from "./foresee.ts";
import { findPostToExplain, listAttemptHistory, listDeliveryHistory, listSettlements } from "./history-store.ts";
import { entryStatus, presentForecast } from "./present.ts";
import { type ForecastChannel, fateOf, obstacleOn } from "./rules.ts";
import { findBrandOfCollection, findOutlines, readSnapshot } from "./store.ts";

/** Forecasts the brand's posts for the next `days` days, until the same time of day. Writes nothing. */
export async function forecast(app: App, { brandId, days }: PrivateInput<"forecast">): Promise<PrivateOutput<"forecast">> {
  const snapshot = await readSnapshot(app.db, { brandId, collectionId: null });
  if (snapshot === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  const { timezone } = snapshot;
  const now = app.clock.now();
  const entries = foresee(collectionsOf(snapshot, { app, conversions: await conversionsOf(app) }), {
    timezone,
    now,
    until: daysLater(now, days, timezone),
  });
  return presentForecast(entries, timezone);
}

/** Previews a post on each channel of the collection, as if it were created and published now. Writes nothing. */
export async function previewPost(app: App, { collectionId, body }: PrivateInput<"previewPost">): Promise<PrivateOutput<"previewPost">> {
  const brandId = await findBrandOfCollection(app.db, collectionId);
  const snapshot = brandId === null ? null : await readSnapshot(app.db, { brandId, collectionId });
  const [collection] = snapshot === null ? [] : collectionsOf(snapshot, { app, conversions: await conversionsOf(app) });
  if (brandId === null || collection === undefined) refuse(404, "collection", `There is no collection with the id ${collectionId}.`);
  const media = await findOutlines(app.db, { brandId, ids: body.mediaIds });
  if (media === null) refuse(404, "media", "A media id does not belong to the brand.");
  const { caption = "", poll = null, postAsStory: asStory, autoThreadText: thread } = body;
  const outline = { text: caption, poll, asStory, thread, media };
  const now = app.clock.now();
  const given = new Map(body.preferences.map(({ channelId, values }) => [channelId, values]));
  return collection.channels.map((channel) => {
    const own = ownValues(channel, given.get(channel.id) ?? {});
    const obstacleThere = obstacleOn(channel, { outline, preferences: { [channel.id]: own } }, collection.conversions);
    const { obstacle, delay } = fateOf(channel, obstacleThere, { at: now, dueAt: now });
    const { id: channelId, name, type: channelType } = channel;
    const { reason, message } = obstacle ?? delay ?? { reason: null, message: null };
    return {
      channelId,
      channel: name,
      channelType,
      outcome: obstacle === null ? "PUBLISHED" : entryStatus(obstacle.reason),
      reason,
      message,
      preferences: channel.preferences === undefined ? null : preferencesText(channel.preferences, own),
    };
  });
}

/** A post's own values on a channel, as if they were stored. */
function ownValues({ preferences }: ForecastChannel, given: GivenPreferences): PreferenceValues {
  const changed = changedPreferences({ offered: perPostOf(preferences?.offered ?? []), chosen: {} }, given);
  if ("problem" in changed) refuse(422, "preferences", changed.problem);
  return changed.values;
}

/** The maximum number of deliveries shown with all their attempts, newest first; evergreen posts have many. */
const DELIVERIES_MAX = 100;

/** Explains why a post leaves when it does, or why not, and the outcome of every attempt. Writes nothing. */
export async function explainPost(app: App, { postId }: PrivateInput<"explainPost">): Promise<PrivateOutput<"explainPost">> {
  const post = await findPostToExplain(app.db, postId);
  const snapshot = post === null ? null : await readSnapshot(app.db, post);
  const [collection] = snapshot === null ? [] : collectionsOf(snapshot, { app, conversions: await conversionsOf(app) });
  if (post === null || snapshot === null || collection === undefined) refuse(404, "post_id", `There is no post with the id ${postId}.`);
  const { brandId } = post;
  const deliveries = await listDeliveryHistory(app.db, { brandId, postId, limit: DELIVERIES_MAX, now: app.clock.now() });
  const attempts = await listAttemptHistory(app.db, { brandId, deliveryIds: deliveries.map(({ id }) => id) });
  const settlements = await listSettlements(app.db, { brandId, deliveryIds: deliveries.map(({ id }) => id) });
  return explain({ post, collection, timezone: snapshot.timezone, now: app.clock.now(), deliveries, attempts, settlements });
}

function daysLater(now: Instant, days: number, timezone: string): Instant {
  return toInstant(Temporal.Instant.from(now).toZonedDateTimeISO(timezone).add({ days }).toInstant());
}
