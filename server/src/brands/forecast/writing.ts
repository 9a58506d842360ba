import { channelLimits } from "@rostrum/contract/channel-limits.ts";
import { type Instant, printLocal } from "@rostrum/contract/formats.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import { channelOutline } from "../channels/outline.ts";
import { channelPreferences, presentPreferences, settingsInEffect } from "../channels/preferences.ts";
import { conversionsOf } from "../media/conversions.ts";
import { nextInQueue } from "../queue/timetable.ts";
import { findBrandOfCollection, readChannelsOf } from "./store.ts";

/** The collection's channels with what decides about a post on them. */
export async function listWritingChannels(
  app: App,
  { collectionId }: PrivateInput<"listWritingChannels">,
): Promise<PrivateOutput<"listWritingChannels">> {
  const brandId = await findBrandOfCollection(app.db, collectionId);
  const snapshot = brandId === null ? null : await readChannelsOf(app.db, { brandId, collectionId });
  if (snapshot === null) refuse(404, "collection", `There is no collection with the id ${collectionId}.`);
  const { timezone } = snapshot;
  const { slots, back, front } = await nextInQueue(app.db, { collectionId, timezone });
  const minute = (at: Instant | null) => (at === null ? null : printLocal(at, timezone).slice(0, 16));
  const isPaused = snapshot.queueStatus === "PAUSED" || snapshot.collections.some(({ status }) => status === "PAUSED");
  return {
    ...(await conversionsOf(app)),
    queue: { slotsPerWeek: slots, isPaused, next: minute(back), front: minute(front) },
    channels: snapshot.channels.map((channel) => {
      const { id, name, type, status } = channel;
      const { mimeTypes, ...limits } = channelLimits(settingsInEffect(app, channel));
      return {
        id,
        name,
        type,
        status,
        limits: { ...limits, mimeTypes: mimeTypes === null ? null : [...mimeTypes] },
        elsewhere: channelOutline(app, channel).elsewhere,
        comments: app.connectors[type]?.comment !== undefined,
        preferences: presentPreferences(channelPreferences(app, channel)),
      };
    }),
  };
}
