import type { App } from "../../app.ts";
import type { KnownAccount, LogIn, LogInCall, OpenGrant } from "../../networks/connectors/log-in.ts";
import { openTokens } from "../../networks/grants/sealed.ts";
import { findGrant } from "../../networks/grants/store.ts";
import { logInCall, logInFor } from "../../networks/platforms/log-ins.ts";
import { ofSameAccount } from "./account.ts";
import { storeAccountSettings } from "./manage-store.ts";
import { keepPictures } from "./picture.ts";
import { listPicturedChannels } from "./picture-store.ts";

/** For all questions about the accounts of one type. */
const SECONDS_MAX = 30;

/**
 * Keeps what is known of the accounts of a grant up to date, whose tokens the network has just accepted: their limits, which change with
 * what somebody pays for, and their pictures. What cannot be had stays as it was. Nobody has a picture of their own on a sandbox network.
 */
export async function refreshAccounts(app: App, grantId: number, stop: AbortSignal): Promise<void> {
  const grant = await findGrant(app.db, grantId);
  if (grant === null || grant.credentials === null) return;
  const { remoteId, scopes, application, sandbox } = grant;
  const opened = { remoteId, scopes, credentials: openTokens(app, grant).current };
  const channels = await listPicturedChannels(app.db, grantId);
  for (const [type, ofType] of Map.groupBy(channels, (channel) => channel.type)) {
    const typed = logInFor(app, type, application);
    if (typed === null) continue;
    const signal = AbortSignal.any([stop, AbortSignal.timeout(SECONDS_MAX * 1000)]);
    const accounts = await known(typed.logIn, opened, await logInCall(app, typed, { sandbox, signal }));
    const pairs = ofType.flatMap((channel) => {
      const account = ofSameAccount(app, channel, accounts);
      return account === null ? [] : [{ channelId: channel.id, account }];
    });
    const changed = new Set<number>();
    for (const { channelId, account } of pairs)
      if (await storeAccountSettings(app.db, { channelId, settings: account.settings, now: app.clock.now() })) changed.add(channelId);
    const pictures = pairs.map(({ channelId, account }) => ({ channelId, url: account.pictureUrl }));
    for (const channelId of sandbox ? [] : await keepPictures(app, pictures)) changed.add(channelId);
    const brands = new Set(ofType.filter(({ id }) => changed.has(id)).map(({ brandId }) => brandId));
    for (const brandId of brands) app.changes.tell(brandId, "channels");
  }
}

/** The accounts, as far as the network tells them now. */
async function known(logIn: LogIn, grant: OpenGrant, call: LogInCall): Promise<readonly KnownAccount[]> {
  if (logIn.glance !== undefined) return logIn.glance(grant, call);
  const listed = await logIn.accounts(grant, call);
  return listed.kind === "listed" ? listed.accounts : [];
}
