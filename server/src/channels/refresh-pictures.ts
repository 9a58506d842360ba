import type { App } from "../app.ts";
import type { LogIn, LogInCall, OpenGrant } from "../connectors/log-in.ts";
import { openTokens } from "../grants/sealed.ts";
import { findGrant } from "../grants/store.ts";
import { logInCall, logInFor } from "../platforms/log-ins.ts";
import { ofSameAccount } from "./account.ts";
import { keepPictures } from "./picture.ts";
import { listPicturedChannels } from "./picture-store.ts";

/** For all questions about the accounts of one type. */
const SECONDS_MAX = 30;

/**
 * Fetches the pictures that the accounts of a grant have now, whose tokens the network has just accepted. One that cannot be had stays as
 * it was. Nobody has a picture of their own on a sandbox network.
 */
export async function refreshPictures(app: App, grantId: number, stop: AbortSignal): Promise<void> {
  const grant = await findGrant(app.db, grantId);
  if (grant === null || grant.credentials === null || grant.sandbox) return;
  const { remoteId, scopes, application } = grant;
  const opened = { remoteId, scopes, credentials: openTokens(app, grant).current };
  const channels = await listPicturedChannels(app.db, grantId);
  for (const [type, ofType] of Map.groupBy(channels, (channel) => channel.type)) {
    const typed = logInFor(app, type, application);
    if (typed === null) continue;
    const signal = AbortSignal.any([stop, AbortSignal.timeout(SECONDS_MAX * 1000)]);
    const accounts = await pictured(typed.logIn, opened, await logInCall(app, typed, { sandbox: false, signal }));
    const pictures = ofType.map((channel) => ({ channelId: channel.id, url: ofSameAccount(app, channel, accounts)?.pictureUrl }));
    const changed = await keepPictures(app, pictures);
    const brands = new Set(ofType.filter(({ id }) => changed.includes(id)).map(({ brandId }) => brandId));
    for (const brandId of brands) app.changes.tell(brandId, "channels");
  }
}

/** The accounts, as far as the network tells them now. */
async function pictured(logIn: LogIn, grant: OpenGrant, call: LogInCall) {
  if (logIn.pictures !== undefined) return logIn.pictures(grant, call);
  const listed = await logIn.accounts(grant, call);
  return listed.kind === "listed" ? listed.accounts : [];
}
