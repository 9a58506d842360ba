import { type ChannelPreferences, changedPreferences } from "@rostrum/contract/preferences.ts";
import type { AuditChange } from "@rostrum/contract/private/audit.ts";
import type { ShownPreference } from "@rostrum/contract/private/preferences.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { changesIn, fact } from "../../ground/audit/rules.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { holdSeen } from "../../ground/seen.ts";
import type { BrandViewer, Entering } from "../../ground/viewer.ts";
import { lockBrand } from "../brands/manage-store.ts";
import { ofSameAccount } from "./account.ts";
import { connectorOf, sandboxCredentials, storeVerified, verify } from "./connect.ts";
import { findAccountOf } from "./details-store.ts";
import {
  changeChannelStatus,
  hasEndedLogIn,
  liftHold,
  listConditions,
  lockShownChannel,
  removeChannelRow,
  renameChannel,
  type ShownChannelRow,
} from "./manage-store.ts";
import { keepPictures, pictureUrl } from "./picture.ts";
import { channelPreferences, lackOf, presentPreferences, wordOf } from "./preferences.ts";
import { findPreferring, lockPreferring, storePreferences } from "./preferences-store.ts";
import { endThatAsks, NO_ACCESS_SHOWN, seesAccess } from "./rules.ts";

/**
 * Connects or reconnects an account: an account already in the brand keeps its channel. The platform is called first, outside any
 * transaction; nothing is stored if it refuses the credentials.
 */
export async function connectChannel(
  app: App,
  { brandId, body }: PrivateInput<"connectChannel">,
  { again }: Entering,
): Promise<PrivateOutput<"connectChannel">> {
  const { type, name, sandbox = false, preferences: given = {} } = body;
  await existingBrand(app.db, brandId);
  connectorOf(app, type);
  const credentials = body.credentials ?? (await sandboxCredentials(app, { type, name }));
  const account = await verify(app, { type, sandbox, credentials });
  await again();
  const id = await transaction(app.db, async (tx) => {
    // Locking the brand serialises two connections of one account.
    await existingBrand(tx, brandId);
    return storeVerified(app, tx, { brandId, type, name, sandbox, account, given, now: app.clock.now() });
  });
  await keepPictures(app, [{ channelId: id, url: account.pictureUrl }]);
  app.wake();
  const channel = await findPreferring(app.db, id);
  const lacks = channel === null ? null : lackOf(channelPreferences(app, channel));
  return lacks === null ? { id } : { id, lacks };
}

/** Who reads; null: the operator. */
export interface Reader {
  readonly viewer: BrandViewer | null;
}

export async function listChannelConditions(
  app: App,
  { brandId }: PrivateInput<"listChannelConditions">,
  { viewer }: Reader,
): Promise<PrivateOutput<"listChannelConditions">> {
  await existingBrand(app.db, brandId);
  const rows = await listConditions(app.db, brandId, app.clock.now());
  return rows.map(({ preferences, accountPreferences, picture, logInRenewsAt, logInEndsAt, ...condition }) => {
    const channel = { type: condition.type, preferences, accountPreferences };
    const end = endThatAsks({ endsAt: logInEndsAt, renewsAt: logInRenewsAt }, app.clock.now());
    const shown = { logInEndsAt: end, avatarUrl: pictureUrl(picture) };
    const whole = { ...condition, ...shown, lacks: lackOf(channelPreferences(app, channel)) };
    return seesAccess(viewer) ? whole : { ...whole, ...NO_ACCESS_SHOWN };
  });
}

export async function listChannelPreferences(
  app: App,
  { channelId }: PrivateInput<"listChannelPreferences">,
): Promise<PrivateOutput<"listChannelPreferences">> {
  const channel = (await findPreferring(app.db, channelId)) ?? unknownChannel(channelId);
  return presentPreferences(channelPreferences(app, channel));
}

export async function setChannelPreferences(
  app: App,
  { channelId, body }: PrivateInput<"setChannelPreferences">,
): Promise<PrivateOutput<"setChannelPreferences">> {
  return transaction(app.db, async (tx) => {
    const channel = (await lockPreferring(tx, channelId)) ?? unknownChannel(channelId);
    const { offered, chosen } = channelPreferences(app, channel);
    holdSeenPreferences({ offered, chosen }, body.seen);
    const changed = changedPreferences({ offered, chosen }, body.preferences);
    if ("problem" in changed) refuse(422, "preferences", changed.problem);
    await storePreferences(tx, { channelId, preferences: changed.values, now: app.clock.now() });
    const after = presentPreferences({ offered, chosen: changed.values });
    const changes = changedWords(presentPreferences({ offered, chosen }), after);
    const { brandId, name } = channel;
    const object = { type: "channel", id: channelId, name } as const;
    if (changes.length > 0) await record(app, tx, { action: "channel.preferences-changed", brandId, object, changes });
    return after;
  });
}

/** What was chosen and what is, as a person calls it. */
function changedWords(before: readonly ShownPreference[], after: readonly ShownPreference[]): AuditChange[] {
  const words = new Map(before.map((preference) => [preference.name, wordOf(preference)]));
  return after.flatMap((preference) => {
    const [was, is] = [words.get(preference.name) ?? null, wordOf(preference)];
    return was === is ? [] : [{ name: preference.name, before: was, after: is }];
  });
}

type GivenPreferences = PrivateInput<"setChannelPreferences">["body"]["preferences"];

function holdSeenPreferences(preferences: ChannelPreferences, seen: GivenPreferences | undefined): void {
  const shown = presentPreferences(preferences);
  holdSeen<GivenPreferences>(
    Object.fromEntries(shown.map(({ name, value }) => [name, value])),
    seen,
    Object.fromEntries(shown.map((preference) => [preference.name, () => `“${wordOf(preference)}”`])),
  );
}

/** Switches it on or off, and gives it another name; `viewer` is the member who does, null the operator. */
export async function updateChannel(
  app: App,
  { channelId, body }: PrivateInput<"updateChannel">,
  { viewer }: { readonly viewer: { readonly name: string } | null },
): Promise<PrivateOutput<"updateChannel">> {
  const { status, name, seen } = body;
  const now = app.clock.now();
  const channel = await transaction(app.db, async (tx) => {
    const { brandId, ...before } = await existingChannel(tx, channelId);
    holdSeen(before, seen);
    const named = name === undefined || name === before.name ? before : await renameChannel(tx, { channelId, name, now });
    const object = { type: "channel", id: channelId, name: named.name } as const;
    const renamed = changesIn(["name"], before, named);
    if (renamed.length > 0) await record(app, tx, { action: "channel.renamed", brandId, object, changes: renamed });
    // Somebody who switches on what is on knows better than the hold.
    if (status === "ACTIVE" && before.status === "ACTIVE") await liftHold(tx, channelId);
    if (status === undefined || status === before.status) return named;
    if (status === "ACTIVE" && (await hasEndedLogIn(tx, channelId)))
      refuse(422, "status", "The channel's log-in has ended: log in again, and it is switched on.");
    await record(app, tx, { action: status === "ACTIVE" ? "channel.resumed" : "channel.paused", brandId, object });
    const reason = status === "ACTIVE" ? null : `switched off by ${viewer?.name ?? "the operator"}`;
    return changeChannelStatus(tx, { channelId, status, reason, now });
  });
  app.wake();
  return channel;
}

/**
 * Gives a channel new credentials, which have to be of its own account. The platform is asked first, as at connecting. Name and
 * preferences stay.
 */
export async function reconnectChannel(
  app: App,
  { channelId, body }: PrivateInput<"reconnectChannel">,
  { again }: Entering,
): Promise<PrivateOutput<"reconnectChannel">> {
  const seen = (await findAccountOf(app.db, channelId)) ?? unknownChannel(channelId);
  const { brandId, sandbox } = seen;
  const { name, type } = await transaction(app.db, (tx) => existingChannel(tx, channelId));
  if (body.credentials === undefined && !sandbox) refuse(422, "credentials", "The credentials are missing.");
  const credentials = body.credentials ?? (await sandboxCredentials(app, { type, name }));
  const account = await verify(app, { type, sandbox, credentials });
  if (ofSameAccount(app, { type, remoteId: account.remoteId }, [seen]) === null) {
    refuse(
      422,
      "credentials",
      `These credentials are for ${account.handle}, but this channel is another account. Connect that one as a channel of its own.`,
    );
  }
  await again();
  await transaction(app.db, async (tx) => {
    await existingBrand(tx, brandId);
    const current = await existingChannel(tx, channelId);
    await storeVerified(app, tx, { brandId, type, name: current.name, sandbox, account, now: app.clock.now() });
  });
  await keepPictures(app, [{ channelId, url: account.pictureUrl }]);
  app.wake();
  return { id: channelId };
}

/** Marks the channel `REMOVED` and deletes its credentials. */
export async function removeChannel(app: App, { channelId }: PrivateInput<"removeChannel">): Promise<PrivateOutput<"removeChannel">> {
  await transaction(app.db, async (tx) => {
    const { brandId, name, type } = await existingChannel(tx, channelId);
    await removeChannelRow(tx, channelId, app.clock.now());
    const object = { type: "channel", id: channelId, name } as const;
    await record(app, tx, { action: "channel.disconnected", brandId, object, changes: [fact("type", type)] });
  });
  return { id: channelId };
}

async function existingBrand(db: Queryable, brandId: number): Promise<void> {
  if ((await lockBrand(db, brandId)) === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
}

async function existingChannel(tx: Queryable, channelId: number): Promise<ShownChannelRow & { readonly brandId: number }> {
  return (await lockShownChannel(tx, channelId)) ?? unknownChannel(channelId);
}

function unknownChannel(channelId: number): never {
  return refuse(404, "channel", `There is no channel with the id ${channelId}.`);
}
