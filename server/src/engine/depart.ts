import type { Instant } from "@rostrum/contract/formats.ts";
import type { Queryable } from "../database/query.ts";
import { searchText } from "../published/rules.ts";
import { type Departure, storeDepartures } from "./departures.ts";
import { settle } from "./settle.ts";

export const CHANNEL_INACTIVE = "channel is inactive";

/**
 * Posts leave: the transaction writes their frozen content and a delivery for each channel. From here on the ledger alone
 * says what happens to them.
 */
export async function depart(tx: Queryable, departures: readonly Departure[], now: Instant): Promise<void> {
  if (departures.length === 0) return;
  const idle = await storeDepartures(tx, {
    departures,
    searchTexts: departures.map(({ post }) => searchText(post.content.text)),
    words: {
      channelInactive: CHANNEL_INACTIVE,
      everyChannelInactive: "Every channel is inactive.",
      noChannel: "The collection has no channel.",
    },
    now,
  });
  await settle(tx, idle, now);
}
