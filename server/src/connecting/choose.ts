import type { App } from "../app.ts";
import { lockBrand } from "../brands/manage-store.ts";
import { storeConnection } from "../channels/connect.ts";
import type { LogInAccount } from "../connectors/log-in.ts";
import { type Queryable, transaction } from "../database/query.ts";
import { choiceOf } from "./answer.ts";
import { completeLogIn, type KnownChannel, type LogInRow, listChannelsOfBrand, lockAnswered } from "./store.ts";

/** An account to choose, and the brand's channel of it, if there is one. */
export interface Offer {
  readonly account: LogInAccount;
  readonly channel: KnownChannel | null;
  /** Whether it may be chosen. */
  readonly isOpen: boolean;
}

/** The accounts of a log-in as they are offered. */
export async function offersOf(
  { secrets, db }: Pick<App, "secrets"> & { readonly db: Queryable },
  row: LogInRow,
): Promise<{ readonly person: string; readonly offers: readonly Offer[] }> {
  const { person, accounts } = choiceOf({ secrets }, row);
  const channels = await listChannelsOfBrand(db, row);
  const wanted = row.channelId === null ? null : (channels.find(({ id }) => id === row.channelId)?.remoteId ?? null);
  const offers = accounts.map((account): Offer => {
    const channel = channels.find(({ remoteId }) => remoteId === account.remoteId) ?? null;
    const isWanted = row.channelId === null || account.remoteId === wanted;
    return { account, channel, isOpen: account.problem === null && isWanted };
  });
  return { person, offers };
}

export type Chosen =
  | { readonly kind: "connected"; readonly channelIds: readonly number[] }
  | { readonly kind: "refused"; readonly reason: string };

/** Makes channels of the accounts with these ids: all of them or none. */
export async function choose(app: App, logInId: number, remoteIds: readonly string[]): Promise<Chosen> {
  const chosen = await transaction(app.db, async (tx): Promise<Chosen> => {
    const row = await lockAnswered(tx, logInId, app.clock.now());
    if (row === null) return { kind: "refused", reason: "The accounts of this log-in can no longer be chosen. Log in again." };
    const { offers } = await offersOf({ secrets: app.secrets, db: tx }, row);
    const wanted = offers.filter(({ account, isOpen }) => isOpen && remoteIds.includes(account.remoteId));
    if (wanted.length === 0) return { kind: "refused", reason: "Choose at least one account." };
    if (wanted.length < new Set(remoteIds).size) return { kind: "refused", reason: "One of these accounts cannot be connected." };
    await lockBrand(tx, row.brandId);
    const channelIds: number[] = [];
    for (const { account, channel } of wanted) {
      const { brandId, type, sandbox, grantId } = row;
      // A channel keeps the name that it was given here.
      const name = channel?.name ?? account.name;
      channelIds.push(await storeConnection(app, tx, { brandId, type, name, sandbox, account, grantId, now: app.clock.now() }));
    }
    await completeLogIn(tx, row.id, channelIds);
    return { kind: "connected", channelIds };
  });
  if (chosen.kind === "connected") app.wake();
  return chosen;
}
