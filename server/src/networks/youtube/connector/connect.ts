import type { ConnectCall, ConnectOutcome } from "../../connectors/connector.ts";
import { openPastedTokens } from "../../connectors/google/tokens.ts";
import { connectedBy } from "../../connectors/oauth/connected.ts";
import { told } from "../../connectors/oauth/read.ts";
import { readChannel } from "./channel.ts";
import { READ } from "./quota.ts";

export const APPLICATION = "youtube";

/** Connects a channel with tokens that somebody already has. */
export async function connect(pasted: unknown, call: ConnectCall): Promise<ConnectOutcome> {
  const opened = await openPastedTokens(pasted, call);
  if (opened.kind !== "opened") return opened;
  const { tokens, ends, scopes } = opened.given;
  const hold = await call.spend(READ);
  if (hold !== null) return { kind: "unreachable", reason: hold.reason };
  const outcome = await readChannel({ token: tokens.accessToken, reach: call });
  if (outcome.kind !== "read") return told(outcome);
  const { id, handle, pictureUrl, settings } = outcome.value;
  return connectedBy(
    { remoteId: id, handle, settings: { ...settings }, pictureUrl },
    { application: APPLICATION, remoteId: id, name: handle, tokens, scopes: scopes ?? [], ends },
  );
}
