import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import { askNetwork } from "./ask-network.ts";
import { findChannelWithAccount } from "./manage-store.ts";

/** Somebody who is typing waits for it. */
const SECONDS_MAX = 20;

/** Asks the network, as the channel. */
export async function findPlaces(app: App, { channelId, body }: PrivateInput<"findPlaces">): Promise<PrivateOutput<"findPlaces">> {
  const channel = await findChannelWithAccount(app.db, channelId);
  if (channel === null) return refuse(404, "channel_id", `There is no channel with the id ${channelId}.`);
  const find = app.connectors[channel.type]?.places;
  if (find === undefined) return refuse(422, "channel_id", `${channel.type} has no places.`);
  const answer = await askNetwork(app, channel, { secondsMax: SECONDS_MAX, ask: (account, call) => find(body.search, account, call) });
  if (answer.kind === "failed") return { places: [], problem: answer.reason };
  return { places: answer.places.map((place) => ({ ...place })), problem: null };
}
