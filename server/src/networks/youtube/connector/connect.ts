import type { ConnectCall, ConnectOutcome } from "../../connectors/connector.ts";
import { openPastedTokens } from "../../connectors/google/tokens.ts";
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
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const { id, handle, pictureUrl, settings } = outcome.channel;
  return {
    kind: "connected",
    remoteId: id,
    handle,
    credentials: {},
    settings: { ...settings },
    pictureUrl,
    grant: { application: APPLICATION, remoteId: id, name: handle, scopes: scopes ?? [], credentials: { ...tokens }, ends },
  };
}
