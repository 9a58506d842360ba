import type { App } from "../app.ts";
import { askAccount } from "../channels/connect.ts";
import type { Account, Call, Connector, Unauthorized } from "../connectors/connector.ts";
import type { ProbeOutcome } from "../connectors/log-in.ts";
import { probeAccess } from "../grants/renew.ts";
import type { EngineChannel } from "./store.ts";

/** Who was refused. */
export interface Refused {
  readonly app: App;
  readonly channel: EngineChannel;
  readonly connector: Connector;
  readonly account: Account;
  readonly call: Call;
}

/**
 * The refusal, with what the network says when it is asked about the access itself. Networks refuse good access now and then, and answer so
 * for what is in a single post: no channel is disconnected because of one answer.
 */
export async function askedAbout(refused: Refused, outcome: Unauthorized): Promise<Unauthorized> {
  if (outcome.probed !== undefined) return outcome;
  const said = await probe(refused, outcome).catch((error: unknown): ProbeOutcome => {
    refused.app.log.warn({ event: "access not asked about", channel: refused.channel.id, err: error });
    return UNKNOWN;
  });
  if (said.kind === "ended") {
    const reason = outcome.reason.includes(said.reason) ? outcome.reason : `${outcome.reason.replace(/[.]?$/, ".")} ${said.reason}`;
    return { ...outcome, reason, probed: "ended" };
  }
  return said.kind === "works" ? { ...outcome, probed: "works" } : outcome;
}

async function probe({ app, channel, connector, account, call }: Refused, { scope }: Unauthorized): Promise<ProbeOutcome> {
  if (connector.probe !== undefined) return connector.probe(account, call);
  if (channel.grantId !== null) {
    const said = await probeAccess(app, channel.grantId, call.signal);
    // That the log-in works does not say that it may still act for this account.
    return said.kind === "works" && scope !== "grant" ? UNKNOWN : said;
  }
  const { credentials } = account;
  const said = await askAccount(app, { type: channel.type, sandbox: channel.sandbox, credentials }, call.signal);
  if (said.kind === "connected") return said.remoteId === account.remoteId ? { kind: "works" } : UNKNOWN;
  return said.kind === "refused" ? { kind: "ended", reason: said.reason } : UNKNOWN;
}

const UNKNOWN: ProbeOutcome = { kind: "unknown", reason: "" };
