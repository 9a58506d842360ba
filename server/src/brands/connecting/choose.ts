import { type ChannelPreferences, changedPreferences, type GivenPreferences, preferencesInEffect } from "@rostrum/contract/preferences.ts";
import type { App } from "../../app.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import type { LogInAccount } from "../../networks/connectors/log-in.ts";
import { findRole, lockBrand } from "../brands/manage-store.ts";
import { ofSameAccount } from "../channels/account.ts";
import { storeConnection } from "../channels/connect.ts";
import { keepPictures } from "../channels/picture.ts";
import { channelPreferences } from "../channels/preferences.ts";
import { choiceOf } from "./answer.ts";
import { creationOf } from "./make.ts";
import { completeLogIn, findLogIn, type KnownChannel, type LogInRow, listChannelsOfBrand, lockAnswered } from "./store.ts";
import { type Refused, refused } from "./words.ts";

/** An account to choose, and the brand's channel of it, if there is one. */
export interface Offer {
  readonly account: LogInAccount;
  readonly channel: KnownChannel | null;
  /** What can be chosen for it, and what was for its channel. */
  readonly preferences: ChannelPreferences;
  /** Whether it may be chosen. */
  readonly isOpen: boolean;
}

/** The accounts of a log-in as they are offered. */
export async function offersOf(
  { secrets, connectors, db }: Pick<App, "secrets" | "connectors"> & { readonly db: Queryable },
  row: LogInRow,
): Promise<{ readonly person: string; readonly offers: readonly Offer[] }> {
  const { person, accounts } = choiceOf({ secrets }, row);
  const channels = await listChannelsOfBrand(db, row);
  const offers = accounts.map((account): Offer => {
    const channel = ofSameAccount({ connectors }, account, channels);
    const isWanted = row.channelId === null || channel?.id === row.channelId;
    const { type, accountPreferences = {} } = account;
    const preferences = channelPreferences({ connectors }, { type, preferences: channel?.preferences ?? {}, accountPreferences });
    return { account, channel, preferences, isOpen: account.problem === null && isWanted };
  });
  return { person, offers };
}

export type Chosen = { readonly kind: "connected"; readonly brandId: number; readonly channelIds: readonly number[] } | Refused;

/** The accounts to connect, and the preferences that were given for each. */
export interface Picked {
  readonly remoteIds: readonly string[];
  given(offer: Offer): GivenPreferences;
}

/** Whether whoever began the log-in may still connect channels of the brand; what the command line began is the operator's. */
export async function mayFinish(db: Queryable, { brandId, userId }: Pick<LogInRow, "brandId" | "userId">): Promise<boolean> {
  if (userId === null) return true;
  const role = await findRole(db, { brandId, userId });
  return role === "owner" || role === "admin";
}

/** Makes channels of these accounts: of all or none. */
export async function choose(app: App, logInId: number, { remoteIds, given }: Picked): Promise<Chosen> {
  let pictures: { channelId: number; url: string | null }[] = [];
  const chosen = await transaction(app.db, async (tx): Promise<Chosen> => {
    // The brand first, as by whoever deletes it.
    const asked = await findLogIn(tx, logInId);
    if (asked !== null) await lockBrand(tx, asked.brandId);
    const row = await lockAnswered(tx, logInId, app.clock.now());
    if (row === null) return refused(({ late }) => late);
    const { offers } = await offersOf({ secrets: app.secrets, connectors: app.connectors, db: tx }, row);
    const wanted = offers.filter(({ account, isOpen }) => isOpen && remoteIds.includes(account.remoteId));
    if (wanted.length === 0) return refused(({ noAccount }) => noAccount);
    if (wanted.length < new Set(remoteIds).size) return refused(({ closed }) => closed);
    const problems = wanted.flatMap((offer) => problemOf(offer, given(offer)) ?? []);
    if (problems.length > 0) return refused((words) => problems.map((problem) => problem(words)).join(" "));
    if (!(await mayFinish(tx, row))) return refused(({ role }) => role);
    const channelIds: number[] = [];
    pictures = [];
    for (const offer of wanted) {
      const { account, channel } = offer;
      const { brandId, type, sandbox, grantId } = row;
      // A channel keeps the name that it was given here.
      const name = channel?.name ?? account.name;
      const connection = { brandId, type, name, sandbox, account, grantId, given: given(offer), now: app.clock.now() };
      const channelId = await storeConnection(app, tx, connection);
      channelIds.push(channelId);
      pictures.push({ channelId, url: account.pictureUrl });
    }
    await completeLogIn(tx, row.id, channelIds);
    return { kind: "connected", brandId: row.brandId, channelIds };
  });
  if (chosen.kind === "connected") {
    await keepPictures(app, pictures);
    app.wake();
    app.changes.tell(chosen.brandId, "channels");
  }
  return chosen;
}

/**
 * Connects the only account that a log-in offers, if there is nothing to choose about it, for a person who has said in the dashboard where
 * it goes. False if the accounts have to be shown.
 */
export async function chooseOnlyOne(app: App, logInId: number): Promise<boolean> {
  const row = await findLogIn(app.db, logInId);
  if (row === null || row.returnTo === null || creationOf(app, row) !== null) return false;
  const { offers } = await offersOf(app, row);
  const [offer] = offers;
  if (offer === undefined || offers.length > 1 || !offer.isOpen || problemOf(offer, {}) !== null) return false;
  return (await choose(app, logInId, { remoteIds: [offer.account.remoteId], given: () => ({}) })).kind === "connected";
}

/** Why an account cannot be connected with these preferences; null if it can. What has no option to choose can be chosen later. */
function problemOf({ account: { name }, preferences }: Offer, given: GivenPreferences): Parameters<typeof refused>[0] | null {
  const changed = changedPreferences(preferences, given);
  if ("problem" in changed) return () => `${name}: ${changed.problem}`;
  const { missing } = preferencesInEffect({ offered: preferences.offered, chosen: changed.values });
  const asked = missing.filter(({ preference }) => preference.options.some(({ problem }) => problem === undefined));
  if (asked.length === 0) return null;
  return (words) => {
    const labels = asked.map(({ preference }) => words.quoted({ preference: preference.label }));
    return words.preferences({ preferences: labels.join(` ${words.and} `), account: name });
  };
}
