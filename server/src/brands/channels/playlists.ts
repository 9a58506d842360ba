import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import { askNetwork } from "./ask-network.ts";
import { findChannelWithAccount } from "./manage-store.ts";

/** Somebody is waiting for it. */
const SECONDS_MAX = 30;

/** Asks the network, as the channel. */
export async function listPlaylists(app: App, { channelId }: PrivateInput<"listPlaylists">): Promise<PrivateOutput<"listPlaylists">> {
  const channel = await findChannelWithAccount(app.db, channelId);
  if (channel === null) return refuse(404, "channel_id", `There is no channel with the id ${channelId}.`);
  const ask = app.connectors[channel.type]?.playlists;
  if (ask === undefined) return refuse(422, "channel_id", `${channel.type} has no playlists.`);
  const answer = await askNetwork(app, channel, { secondsMax: SECONDS_MAX, ask });
  if (answer.kind === "failed") return { playlists: [], isWhole: false, problem: answer.reason };
  return { playlists: answer.playlists.map((playlist) => ({ ...playlist })), isWhole: answer.isWhole, problem: null };
}
