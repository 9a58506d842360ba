import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import type { Call } from "../connectors/connector.ts";
import { GrantTrouble } from "../grants/keep.ts";
import { withoutSecrets } from "../observability/redactor.ts";
import { reach } from "../platforms/hosts.ts";
import { refuse } from "../refusal.ts";
import { openAccount } from "./account.ts";
import { NO_CHECKPOINT } from "./checkpoints.ts";
import { findChannelWithAccount } from "./manage-store.ts";

/** Somebody is waiting for it. */
const SECONDS_MAX = 30;

/** Asks the network, as the channel. */
export async function listPlaylists(app: App, { channelId }: PrivateInput<"listPlaylists">): Promise<PrivateOutput<"listPlaylists">> {
  const channel = await findChannelWithAccount(app.db, channelId);
  if (channel === null) return refuse(404, "channel_id", `There is no channel with the id ${channelId}.`);
  const connector = app.connectors[channel.type];
  if (connector?.playlists === undefined) return refuse(422, "channel_id", `${channel.type} has no playlists.`);
  if (channel.status !== "ACTIVE") return failed("The channel is inactive. Connect it again first.");
  const signal = AbortSignal.timeout(SECONDS_MAX * 1000);
  try {
    const account = await openAccount(app, channel, signal);
    const call: Call = { ...reach(app, channel), signal, checkpoint: NO_CHECKPOINT, ownedByOthers: async () => new Set() };
    const said = await connector.playlists(account, call);
    const outcome = withoutSecrets(said, { credentials: account.credentials, grant: account.grant?.credentials });
    if (outcome.kind === "failed") return failed(outcome.reason);
    return { playlists: outcome.playlists.map((playlist) => ({ ...playlist })), isWhole: outcome.isWhole, problem: null };
  } catch (error) {
    if (error instanceof GrantTrouble) return failed(error.message);
    if (signal.aborted) return failed(`${channel.type} did not answer in ${SECONDS_MAX} seconds.`);
    throw error;
  }
}

function failed(problem: string): PrivateOutput<"listPlaylists"> {
  return { playlists: [], isWhole: false, problem };
}
