import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { AccountPreferences, PreferenceValues } from "@rostrum/contract/preferences.ts";
import { recordEndedLogIns } from "../../ground/audit/store.ts";
import { joinHold, storeHolds } from "../../ground/database/holds.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import type { Json } from "../../networks/connectors/json.ts";
import type { PreferringChannel } from "./preferences-store.ts";
import type { ChannelRow } from "./store.ts";

export interface ShownChannelRow extends ChannelRow {
  readonly status: "ACTIVE" | "INACTIVE";
}

const COLUMNS = `id, name, status, type, created_at as "createdAt", updated_at as "updatedAt"`;

/** A channel that is or was connected, locked until the transaction ends. */
export async function lockShownChannel(tx: Queryable, channelId: number): Promise<(ShownChannelRow & { readonly brandId: number }) | null> {
  return maybeOne<ShownChannelRow & { brandId: number }>(tx, {
    text: `select ${COLUMNS}, brand_id "brandId" from channels where id = $1 and status in ('ACTIVE', 'INACTIVE') for update`,
    values: [channelId],
  });
}

export interface ChannelConditionRow {
  readonly id: number;
  readonly type: ChannelType;
  readonly name: string;
  readonly account: string | null;
  readonly sandbox: boolean;
  readonly status: ShownChannelRow["status"];
  readonly inactiveReason: string | null;
  readonly heldUntil: Instant | null;
  readonly heldReason: string | null;
  /** When the person has to log in at the network again; null if never, as far as is known. */
  readonly logInEndsAt: Instant | null;
  /** When it is renewed without anybody, as long as that works; null if it is not. */
  readonly logInRenewsAt: Instant | null;
  /** The hash of its account's picture; null without one. */
  readonly picture: string | null;
  readonly preferences: PreferenceValues;
  readonly accountPreferences: AccountPreferences;
}

/** A channel with what is needed to act as its account; null once it is removed. Who may has been settled by its id. */
export async function findChannelWithAccount(db: Queryable, channelId: number): Promise<ChannelWithAccount | null> {
  return maybeOne<ChannelWithAccount>(db, {
    text: `select id, type, status, remote_id "remoteId", handle, credentials, settings, sandbox, grant_id "grantId", preferences,
             account_preferences "accountPreferences"
           from channels where id = $1 and status in ('ACTIVE', 'INACTIVE')`,
    values: [channelId],
  });
}

export interface ChannelWithAccount extends PreferringChannel {
  readonly id: number;
  readonly status: ShownChannelRow["status"];
  readonly sandbox: boolean;
  readonly remoteId: string | null;
  readonly handle: string | null;
  readonly credentials: string | null;
  readonly settings: Json;
  readonly grantId: number | null;
}

/** The brand's visible channels, newest first; holds that have expired are left out. */
export async function listConditions(db: Queryable, brandId: number, now: Instant): Promise<ChannelConditionRow[]> {
  return query<ChannelConditionRow>(db, {
    text: `select h.id, h.type, h.name, h.handle account, h.sandbox, h.status, h.inactive_reason "inactiveReason",
             hold.until "heldUntil", hold.reason "heldReason",
             g.ends_at "logInEndsAt", case when g.renewal_problem is null then g.renew_at end "logInRenewsAt", (select p.hash from channel_pictures p where p.channel_id = h.id) picture,
             h.preferences, h.account_preferences "accountPreferences"
           from channels h left join grants g on g.id = h.grant_id and g.ended_at is null ${joinHold("h", "$2")}
           where h.brand_id = $1 and h.status in ('ACTIVE', 'INACTIVE') order by h.id desc`,
    values: [brandId, now],
  });
}

/** The accounts of the brand's channels of a type that have not been removed. */
export async function listAccounts(
  db: Queryable,
  place: { readonly brandId: number; readonly type: ChannelType; readonly sandbox: boolean },
): Promise<{ readonly remoteId: string }[]> {
  const text = `select remote_id "remoteId" from channels
    where brand_id = $1 and type = $2 and sandbox = $3 and status not in ('REMOVED', 'ACCOUNT') and remote_id is not null order by id`;
  return query(db, { text, values: [place.brandId, place.type, place.sandbox] });
}

/** The brand's channel of this account and what was chosen for it, unless it has been removed. */
export async function findChannelOfAccount(
  tx: Queryable,
  account: { readonly brandId: number; readonly type: ChannelType; readonly remoteId: string; readonly sandbox: boolean },
): Promise<{ readonly id: number; readonly preferences: PreferenceValues } | null> {
  return maybeOne(tx, {
    text: `select id, preferences from channels where brand_id = $1 and type = $2 and remote_id = $3 and sandbox = $4 and status not in ('REMOVED', 'ACCOUNT')
           order by id limit 1 for update`,
    values: [account.brandId, account.type, account.remoteId, account.sandbox],
  });
}

/** The hidden record of the account that channels of the brand belong to; there is one for each account. */
export async function keepAccountRecord(
  tx: Queryable,
  record: {
    readonly brandId: number;
    readonly type: ChannelType;
    readonly sandbox: boolean;
    readonly grantId: number;
    readonly now: Instant;
  },
): Promise<void> {
  await query(tx, {
    text: `insert into channels (brand_id, type, name, status, remote_id, sandbox, created_at, updated_at)
           select $1, $2, g.name, 'ACCOUNT', g.remote_id, $3, $5, $5 from grants g where g.id = $4 and not exists (
             select from channels h where h.brand_id = $1 and h.type = $2 and h.sandbox = $3 and h.status = 'ACCOUNT' and h.remote_id = g.remote_id)`,
    values: [record.brandId, record.type, record.sandbox, record.grantId, record.now],
  });
}

/** With those that were removed, which keep their posts. */
export async function countChannels(tx: Queryable, brandId: number): Promise<number> {
  const text = "select count(*) channels from channels where brand_id = $1";
  return (await one<{ channels: number }>(tx, { text, values: [brandId] })).channels;
}

/** Inserts a `PENDING` row without credentials: they are sealed for its id and stored by `activateChannel`. */
export async function insertChannel(
  tx: Queryable,
  channel: {
    readonly brandId: number;
    readonly type: ChannelType;
    readonly name: string;
    readonly remoteId: string;
    readonly sandbox: boolean;
    readonly now: Instant;
  },
): Promise<number> {
  const row = await one<{ id: number }>(tx, {
    text: `insert into channels (brand_id, type, name, status, remote_id, sandbox, created_at, updated_at)
           values ($1, $2, $3, 'PENDING', $4, $5, $6, $6) returning id`,
    values: [channel.brandId, channel.type, channel.name, channel.remoteId, channel.sandbox, channel.now],
  });
  return row.id;
}

/** Activates the channel with the details the platform returned. What holds the whole application holds it, too. */
export async function activateChannel(
  tx: Queryable,
  channel: {
    readonly id: number;
    readonly name: string;
    readonly remoteId: string;
    readonly handle: string;
    readonly settings: Json;
    readonly preferences: PreferenceValues;
    readonly accountPreferences: AccountPreferences;
    readonly sealedCredentials: string;
    readonly grantId: number | null;
    readonly now: Instant;
  },
): Promise<void> {
  await query(tx, {
    text: `update channels set status = 'ACTIVE', inactive_reason = null, needs_log_in = false,
             name = $2, handle = $3, settings = $4, credentials = $5, grant_id = $6, updated_at = $7, access_given_at = $7, preferences = $8, account_preferences = $9, remote_id = $10
           where id = $1`,
    values: [
      channel.id,
      channel.name,
      channel.handle,
      JSON.stringify(channel.settings),
      channel.sealedCredentials,
      channel.grantId,
      channel.now,
      JSON.stringify(channel.preferences),
      JSON.stringify(channel.accountPreferences),
      channel.remoteId,
    ],
  });
  await query(tx, { text: "delete from holds where channel_id = $1 and scope is distinct from 'application'", values: [channel.id] });
  await query(tx, {
    text: storeHolds(`select own.id, hold.until, hold.reason, hold.scope, hold.budget, $2::timestamptz, null::timestamptz
      from channels own join channels other on other.type = own.type and other.sandbox = own.sandbox join holds hold on hold.channel_id = other.id
      where own.id = $1 and hold.scope = 'application' and hold.until > $2 order by hold.until desc limit 1`),
    values: [channel.id, channel.now],
  });
}

/** `reason` is null for an active channel. */
export async function changeChannelStatus(
  tx: Queryable,
  change: { readonly channelId: number; readonly status: ShownChannelRow["status"]; readonly reason: string | null; readonly now: Instant },
): Promise<ShownChannelRow> {
  await liftHold(tx, change.channelId);
  return one<ShownChannelRow>(tx, {
    text: `update channels set status = $2, inactive_reason = $3, needs_log_in = false, updated_at = $4,
            access_given_at = case when $2 = 'ACTIVE' then $4 else access_given_at end where id = $1 returning ${COLUMNS}`,
    values: [change.channelId, change.status, change.reason, change.now],
  });
}

/** Whether nothing can be published there until somebody logs in again. */
export async function hasEndedLogIn(tx: Queryable, channelId: number): Promise<boolean> {
  const { hasEnded } = await one<{ hasEnded: boolean }>(tx, {
    text: `select exists (select from channels h join grants g on g.id = h.grant_id where h.id = $1 and g.ended_at is not null) "hasEnded"`,
    values: [channelId],
  });
  return hasEnded;
}

/** Ends what holds the channel, if anything does: what waits there is tried at once. */
export async function liftHold(tx: Queryable, channelId: number): Promise<void> {
  await query(tx, { text: "delete from holds where channel_id = $1", values: [channelId] });
}

export async function renameChannel(
  tx: Queryable,
  change: { readonly channelId: number; readonly name: string; readonly now: Instant },
): Promise<ShownChannelRow> {
  return one<ShownChannelRow>(tx, {
    text: `update channels set name = $2, updated_at = $3 where id = $1 returning ${COLUMNS}`,
    values: [change.channelId, change.name, change.now],
  });
}

/** Adds to what is known of a channel's account. False if it was known. */
export async function storeAccountSettings(
  db: Queryable,
  { channelId, settings, now }: { readonly channelId: number; readonly settings: Json; readonly now: Instant },
): Promise<boolean> {
  const changed = await query(db, {
    text: `update channels set settings = settings || $2::jsonb, updated_at = $3
           where id = $1 and status <> 'REMOVED' and not settings @> $2::jsonb returning id`,
    values: [channelId, JSON.stringify(settings), now],
  });
  return changed.length > 0;
}

/** Nothing more is published on the channel until someone logs in at the platform again. */
export async function requireLogIn(
  db: Queryable,
  {
    channelId,
    reason,
    now,
    usedAt,
  }: { readonly channelId: number; readonly reason: string; readonly now: Instant; readonly usedAt: Instant },
): Promise<void> {
  await query(db, {
    text: `with ended as (
             update channels set status = 'INACTIVE', needs_log_in = true, inactive_reason = $2, updated_at = $3
             where id = $1 and status = 'ACTIVE' and coalesce(access_given_at <= $4, true) returning *
           )
           ${recordEndedLogIns("ended")}`,
    values: [channelId, reason, now, usedAt],
  });
}

/**
 * Disconnects permanently: the row stays for the published results that refer to it, its secrets and preferences are deleted. That only
 * some people could see its posts stays known.
 */
export async function removeChannelRow(tx: Queryable, channelId: number, now: Instant): Promise<void> {
  await query(tx, {
    text: `with own as (delete from post_preferences where channel_id = $1)
           update channels set status = 'REMOVED', credentials = null,
             settings = case when settings ? 'protected' then jsonb_build_object('protected', settings -> 'protected') else '{}' end, preferences = '{}', account_preferences = '{}',
             inactive_reason = null, updated_at = $2 where id = $1`,
    values: [channelId, now],
  });
}

/** Sealed; false if the channel has others by now, or none. */
export async function replaceCredentials(
  db: Queryable,
  channelId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const text = "update channels set credentials = $3 where id = $1 and credentials = $2 and status <> 'REMOVED'";
  return (await execute(db, { text, values: [channelId, from, to] })) > 0;
}

/** Sealed; null for a channel that is gone. */
export async function findCredentials(db: Queryable, channelId: number): Promise<string | null> {
  const text = "select credentials from channels where id = $1 and status <> 'REMOVED'";
  return (await maybeOne<{ credentials: string | null }>(db, { text, values: [channelId] }))?.credentials ?? null;
}

/** All accounts on sandbox networks that some brand publishes to. Not scoped to a brand: the networks have none. */
export async function listSandboxAccounts(
  db: Queryable,
): Promise<{ readonly brandId: number; readonly type: ChannelType; readonly remoteId: string }[]> {
  const text = `select brand_id "brandId", type, remote_id "remoteId" from channels where sandbox and status <> 'REMOVED'`;
  return query(db, { text, values: [] });
}
