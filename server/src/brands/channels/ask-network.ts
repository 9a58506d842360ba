import type { App } from "../../app.ts";
import { withoutSecrets } from "../../ground/observability/redactor.ts";
import type { Account, AskingCall } from "../../networks/connectors/connector.ts";
import { GrantTrouble } from "../../networks/grants/keep.ts";
import { applicationOf } from "../../networks/platforms/applications.ts";
import { reach } from "../../networks/platforms/hosts.ts";
import { openAccount } from "./account.ts";
import { NO_CHECKPOINT } from "./checkpoints.ts";
import type { ChannelWithAccount } from "./manage-store.ts";

interface Failed {
  readonly kind: "failed";
  readonly reason: string;
}

interface Question<Outcome> {
  /** How long the person who waits for it is kept waiting. */
  readonly secondsMax: number;
  /** What of the connector answers it. */
  readonly ask: (account: Account, call: AskingCall) => Promise<Outcome>;
}

/** Asks a network as one of its channels while a person waits: its answer without secrets, or why there is none. */
export async function askNetwork<Outcome extends { readonly kind: string }>(
  app: App,
  channel: ChannelWithAccount,
  { secondsMax, ask }: Question<Outcome>,
): Promise<Outcome | Failed> {
  if (channel.status !== "ACTIVE") return failed("The channel is inactive. Connect it again first.");
  const signal = AbortSignal.timeout(secondsMax * 1000);
  const secrets: Record<string, unknown> = {};
  try {
    const account = await openAccount(app, channel, signal);
    Object.assign(secrets, { credentials: account.credentials, grant: account.grant?.credentials });
    const call: AskingCall = {
      ...reach(app, channel),
      signal,
      checkpoint: NO_CHECKPOINT,
      ownedByOthers: async () => new Set(),
      async applicationOf(platform) {
        const application = await applicationOf(app, { platform, sandbox: channel.sandbox });
        secrets[`${platform} application`] = application?.clientSecret;
        return application;
      },
    };
    const answer = await ask(account, call);
    return withoutSecrets(answer, secrets);
  } catch (error) {
    if (error instanceof GrantTrouble) return failed(error.message);
    if (signal.aborted) return failed(`${channel.type} did not answer in ${secondsMax} seconds.`);
    throw error;
  }
}

function failed(reason: string): Failed {
  return { kind: "failed", reason };
}
