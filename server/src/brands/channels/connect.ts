import { BOUNDS } from "@rostrum/contract/bounds.ts";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { changedPreferences, type GivenPreferences } from "@rostrum/contract/preferences.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { keepable } from "../../ground/database/keepable.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { withoutSecrets } from "../../ground/observability/redactor.ts";
import { refuse } from "../../ground/refusal.ts";
import type { ConnectOutcome, Connector } from "../../networks/connectors/connector.ts";
import type { Json } from "../../networks/connectors/json.ts";
import { storeGrant } from "../../networks/grants/keep.ts";
import { reach } from "../../networks/platforms/hosts.ts";
import { applicationFor } from "../../networks/platforms/log-ins.ts";
import { ofSameAccount, openCredentials, sealCredentials } from "./account.ts";
import { memoryCheckpoint } from "./checkpoints.ts";
import {
  activateChannel,
  countChannels,
  findChannelOfAccount,
  findCredentials,
  insertChannel,
  keepAccountRecord,
  listAccounts,
} from "./manage-store.ts";
import { channelPreferences } from "./preferences.ts";

/** For all calls of one connection together: a person is waiting. */
const CONNECT_SECONDS_MAX = 60;

export interface Connection {
  readonly type: ChannelType;
  readonly sandbox: boolean;
  readonly credentials: Json;
}

/** What the platform returned for the credentials. */
export type VerifiedAccount = Extract<ConnectOutcome, { kind: "connected" }>;

/** The connector of a type; 422 when this service cannot connect it. */
export function connectorOf(app: App, type: ChannelType): Connector {
  return app.connectors[type] ?? refuse(422, "type", `Channels of the type ${type} cannot be connected yet.`);
}

/** Checks credentials with the platform. Refused credentials and an unreachable platform are 422; nothing is stored here. */
export async function verify(app: App, connection: Connection): Promise<VerifiedAccount> {
  const outcome = await askAccount(app, connection, AbortSignal.timeout(CONNECT_SECONDS_MAX * 1000));
  if (outcome.kind === "refused") refuse(422, "credentials", `${connection.type} refused the credentials: ${outcome.reason}`);
  if (outcome.kind === "unreachable")
    refuse(422, "credentials", `${connection.type} could not be reached, so nothing was stored: ${outcome.reason}`);
  return outcome;
}

/** What the platform says of credentials; nothing is stored. */
export async function askAccount(app: App, connection: Connection, signal: AbortSignal): Promise<ConnectOutcome> {
  const connector = connectorOf(app, connection.type);
  const [logIn] = connector.logIns ?? [];
  const { credentials } = connection;
  const application = logIn === undefined ? null : await applicationFor(app, logIn, connection.sandbox);
  const said = await connector.connect(credentials, {
    ...reach(app, connection),
    application,
    signal,
    checkpoint: memoryCheckpoint(),
    ownedByOthers: async () => new Set(),
  });
  return keepable(withoutSecrets(said, { credentials, clientSecret: application?.clientSecret }));
}

export interface VerifiedConnection {
  readonly brandId: number;
  readonly type: ChannelType;
  readonly name: string;
  readonly sandbox: boolean;
  readonly account: Pick<VerifiedAccount, "remoteId" | "handle" | "settings" | "credentials" | "accountPreferences">;
  /** What the person gave at the network's log-in; null for an account connected by credentials alone. */
  readonly grantId: number | null;
  /** Preferences to set; the others stay as they are. */
  readonly given?: GivenPreferences;
  readonly now: Instant;
}

/**
 * Stores the channel of a verified account and returns its id: a new channel, or the brand's existing one for this account. 422 for
 * preferences that the account does not offer.
 */
export async function storeConnection(app: App, tx: Queryable, connection: VerifiedConnection): Promise<number> {
  const { brandId, type, name, sandbox, account, grantId, given = {}, now } = connection;
  const { remoteId, handle, settings, credentials, accountPreferences = {} } = account;
  const place = { brandId, type, sandbox };
  const twin = ofSameAccount(app, { type, remoteId }, await listAccounts(tx, place));
  const known = twin === null ? null : await findChannelOfAccount(tx, { ...place, remoteId: twin.remoteId });
  const preferences = known?.preferences ?? {};
  const changed = changedPreferences(channelPreferences(app, { type, preferences, accountPreferences }), given);
  if ("problem" in changed) refuse(422, "preferences", changed.problem);
  if (known === null && (await countChannels(tx, brandId)) >= BOUNDS.channels.most)
    refuse(422, "channel", `A brand may have ${BOUNDS.channels.most} channels, with those that were removed. Make another brand for more.`);
  if (grantId !== null && connectorOf(app, type).hasAccountRecord === true)
    await keepAccountRecord(tx, { brandId, type, sandbox, grantId, now });
  const id = known?.id ?? (await insertChannel(tx, { brandId, type, name, remoteId, sandbox, now }));
  const earlier = known === null ? null : await credentialsBefore(app, tx, id);
  const kept = earlier === null ? credentials : (connectorOf(app, type).connectedAgain?.(earlier, credentials) ?? credentials);
  const sealedCredentials = sealCredentials(app, id, kept);
  const facts = { id, name, remoteId, handle, settings, sealedCredentials, grantId, now };
  await activateChannel(tx, { ...facts, preferences: changed.values, accountPreferences });
  const action = known === null ? "channel.connected" : "channel.reconnected";
  const changes = [fact("type", type), fact("account", handle), ...(sandbox ? [fact("sandbox", true)] : [])];
  await record(app, tx, { action, brandId, object: { type: "channel", id, name }, changes });
  return id;
}

/** Null for a channel that was removed, and where another secret key sealed them: then being connected again is the way out. */
async function credentialsBefore(app: App, tx: Queryable, channelId: number): Promise<Json> {
  const sealed = await findCredentials(tx, channelId);
  if (sealed === null) return null;
  try {
    return openCredentials(app, channelId, sealed);
  } catch {
    return null;
  }
}

/** The same for an account that was connected by credentials; tokens that can be renewed are kept as a grant. */
export async function storeVerified(
  app: App,
  tx: Queryable,
  connection: Omit<VerifiedConnection, "account" | "grantId"> & { readonly account: VerifiedAccount },
): Promise<number> {
  const { sandbox, account } = connection;
  const grantId = account.grant === undefined ? null : await storeGrant(app, tx, { sandbox, clientId: "", facts: account.grant });
  return storeConnection(app, tx, { ...connection, grantId });
}

/** Finds or creates the account of this name on the sandbox network of the type and returns its credentials. */
export async function sandboxCredentials(app: App, account: { readonly type: ChannelType; readonly name: string }): Promise<Json> {
  if (app.sandboxUrl === null) refuse(422, "sandbox", "The sandbox networks are off. Set ROSTRUM_SANDBOX=1 to turn them on.");
  const credentials = await app.networks.sandboxCredentials(account);
  return credentials ?? refuse(422, "sandbox", `There is no sandbox network for the type ${account.type}.`);
}
