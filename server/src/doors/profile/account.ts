import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import type { Session } from "../../people/sign-in/sessions.ts";
import { type AccountRow, findAccountOfOwner, findUsage } from "../../people/users/account-store.ts";
import { changeAccount } from "../../people/users/change-account.ts";

interface Call {
  readonly session: Session;
}

export async function showOwnAccount(app: App, _input: unknown, { session }: Call): Promise<PrivateOutput<"showOwnAccount">> {
  const account = await findAccountOfOwner(app.db, session.viewer.userId);
  if (account === null) throw new Error(`user ${session.viewer.userId} has no account`);
  return present(app, account);
}

export async function updateOwnAccount(
  app: App,
  { body }: PrivateInput<"updateOwnAccount">,
  { session }: Call,
): Promise<PrivateOutput<"updateOwnAccount">> {
  return present(app, await changeAccount(app, session.viewer.userId, body));
}

async function present(app: App, account: AccountRow): Promise<PrivateOutput<"showOwnAccount">> {
  const { brands, collections, automations, scheduledPosts, mediaBytes } = await findUsage(app.db, account.id);
  const { mediaMiBPerAccount } = app.config;
  return {
    sensitiveActions: account.sensitiveActions,
    usage: {
      brands: { used: brands, max: null },
      collections: { used: collections, max: account.maxCollections },
      automations: { used: automations, max: account.maxAutomations },
      scheduledPosts: { used: scheduledPosts, max: account.maxScheduledPosts },
      mediaBytes: { used: mediaBytes, max: mediaMiBPerAccount === 0 ? null : mediaMiBPerAccount * 1024 * 1024 },
    },
  };
}
