import { channelLimits } from "@rostrum/contract/channel-limits.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { channelOutline } from "../channels/outline.ts";
import { channelPreferences, presentPreferences } from "../channels/preferences.ts";
import { conversionsOf } from "../media/conversions.ts";
import { refuse } from "../refusal.ts";
import { findBrandOfCollection, readChannelsOf } from "./store.ts";

/** The collection's channels with what decides about a post on them. */
export async function listWritingChannels(
  app: App,
  { collectionId }: PrivateInput<"listWritingChannels">,
): Promise<PrivateOutput<"listWritingChannels">> {
  const brandId = await findBrandOfCollection(app.db, collectionId);
  const snapshot = brandId === null ? null : await readChannelsOf(app.db, { brandId, collectionId });
  if (snapshot === null) refuse(404, "collection", `There is no collection with the id ${collectionId}.`);
  return {
    ...(await conversionsOf(app)),
    channels: snapshot.channels.map((channel) => {
      const { id, name, type, status, settings } = channel;
      const { mimeTypes, ...limits } = channelLimits(settings);
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
