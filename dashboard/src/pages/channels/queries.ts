import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

/** The channels, with what a person wants to know about them. Everything below `["brand", id, "channels"]` is read again after a change. */
export function channelsQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "channels", "details"],
    queryFn: () => dataOf(api.listChannelDetails({ brandId })),
  });
}

/** What can be connected here, and how. */
export function kindsQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "channel-kinds"],
    queryFn: () => dataOf(api.listChannelKinds({ brandId })),
    staleTime: 300_000,
  });
}

export function preferencesQuery(brandId: number, channelId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "channels", channelId, "preferences"],
    queryFn: () => dataOf(api.listChannelPreferences({ channelId })),
  });
}

/** What shows something else once a channel has changed. */
export function changedByChannels(brandId: number) {
  return [
    ["brand", brandId, "channels"],
    ["brand", brandId, "forecast"],
    ["brand", brandId, "collections"],
  ] as const;
}
