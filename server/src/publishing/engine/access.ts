import type { App } from "../../app.ts";
import { askAccount } from "../../brands/channels/connect.ts";
import type { Account, Call, ConnectOutcome, Connector, Unauthorized } from "../../networks/connectors/connector.ts";
import type { ProbeOutcome } from "../../networks/connectors/log-in.ts";
import { probeAccess } from "../../networks/grants/renew.ts";
import type { EngineChannel } from "./store.ts";

/** Who was refused. */
export interface Refused {
  readonly app: App;
  readonly channel: EngineChannel;
  readonly connector: Connector;
  readonly account: Account;
  readonly call: Call;
}

type Outcome = { readonly kind: string } | Unauthorized;

/**
 * What comes of a step to which the network may refuse access. It refuses good access now and then, and answers so for what is in a single
 * post: no channel is disconnected because of one answer, and what is refused although the access works is done once more at once.
 */
export async function withAccess<T extends Outcome>(step: () => Promise<T>, ask: (refusal: Unauthorized) => Promise<ProbeOutcome>) {
  const act = async () => {
    const outcome = await step();
    return isRefusal(outcome) ? confirmed(outcome, outcome.probed === undefined ? await ask(outcome) : UNKNOWN) : outcome;
  };
  const first = await act();
  return isRefusal(first) && first.probed === "works" ? act() : first;
}

function isRefusal(outcome: Outcome): outcome is Unauthorized {
  return outcome.kind === "unauthorized";
}

/** The refusal, with what the network says when it is asked about the access itself. */
function confirmed(outcome: Unauthorized, said: ProbeOutcome) {
  const { askAgainSeconds, reason } = outcome;
  if (said.kind === "ended") {
    const whole = reason.includes(said.reason) ? reason : `${reason.replace(/[.]?$/, ".")} ${said.reason}`;
    return { ...outcome, reason: whole, probed: "ended" } as const;
  }
  if (askAgainSeconds !== undefined) return { kind: "notAsked", reason, retryAfterSeconds: askAgainSeconds } as const;
  return said.kind === "works" ? ({ ...outcome, probed: "works" } as const) : outcome;
}

/** What the network says of the access itself. */
export async function probeOf(refused: Refused, outcome: Unauthorized): Promise<ProbeOutcome> {
  return probe(refused, outcome).catch((error: unknown) => {
    refused.app.log.warn({ event: "access not asked about", channel: refused.channel.id, err: error });
    return UNKNOWN;
  });
}

async function probe({ app, channel, connector, account, call }: Refused, refusal: Unauthorized): Promise<ProbeOutcome> {
  const { type, sandbox, grantId } = channel;
  return probeBy({
    connector,
    account,
    call,
    refusal,
    logIn: grantId === null ? null : () => probeAccess(app, grantId, call.signal),
    connect: () => askAccount(app, { type, sandbox, credentials: account.credentials }, call.signal),
  });
}

interface Ways extends Pick<Refused, "connector" | "account" | "call"> {
  readonly refusal: Unauthorized;
  /** Asks about the log-in; null for credentials. */
  readonly logIn: (() => Promise<ProbeOutcome>) | null;
  readonly connect: () => Promise<ConnectOutcome>;
}

/** Asked in the way that says the most. */
export async function probeBy({ connector, account, call, refusal, logIn, connect }: Ways): Promise<ProbeOutcome> {
  if (connector.probe !== undefined) return connector.probe(account, call);
  if (logIn !== null) {
    const said = await logIn();
    // That the log-in works does not say that it may still act for this account.
    return said.kind === "works" && refusal.scope !== "grant" ? UNKNOWN : said;
  }
  const said = await connect();
  if (said.kind === "connected") return said.remoteId === account.remoteId ? { kind: "works" } : UNKNOWN;
  return said.kind === "refused" ? { kind: "ended", reason: said.reason } : UNKNOWN;
}

const UNKNOWN: ProbeOutcome = { kind: "unknown", reason: "" };
