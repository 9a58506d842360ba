import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { PreferenceValues } from "@rostrum/contract/preferences.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";

/** `begun`: an address was printed. `sent`: the person is at the network. `answered`: the accounts can be chosen. */
export type LogInStatus = "begun" | "sent" | "answered" | "done" | "failed";

/** A log-in in progress. */
export interface LogInRow {
  readonly id: number;
  readonly brandId: number;
  /** Null if a command began it. */
  readonly userId: number | null;
  readonly type: ChannelType;
  readonly application: string;
  readonly sandbox: boolean;
  /** Set for a reconnect: only this channel's account will do. */
  readonly channelId: number | null;
  readonly status: LogInStatus;
  /** Sealed. */
  readonly memory: string | null;
  readonly problem: string | null;
  readonly grantId: number | null;
  readonly channelIds: readonly number[];
  /** The page that the person came from and goes back to; null: to the one that says what was connected. */
  readonly returnTo: string | null;
  readonly endsAt: Instant;
}

const COLUMNS = `id, brand_id "brandId", user_id "userId", type, application, sandbox, channel_id "channelId", status, memory, problem,
  grant_id "grantId", channel_ids "channelIds", return_to "returnTo", ends_at "endsAt"`;

/** Which accounts a log-in is to bring. */
export type WantedLogIn = Pick<LogInRow, "brandId" | "userId" | "type" | "application" | "sandbox" | "channelId" | "returnTo">;

export interface NewLogIn extends WantedLogIn, Pick<LogInRow, "endsAt"> {
  /** Of the address that is printed; null for a log-in that a signed-in person begins. */
  readonly beginHash: Buffer | null;
  readonly now: Instant;
}

export async function insertLogIn(db: Queryable, logIn: NewLogIn): Promise<number> {
  const row = await one<{ id: number }>(db, {
    text: `insert into log_ins (brand_id, user_id, type, application, sandbox, channel_id, return_to, status, begin_hash, created_at, ends_at)
           values ($1, $2, $3, $4, $5, $6, $10, 'begun', $7, $8, $9) returning id`,
    values: [
      logIn.brandId,
      logIn.userId,
      logIn.type,
      logIn.application,
      logIn.sandbox,
      logIn.channelId,
      logIn.beginHash,
      logIn.now,
      logIn.endsAt,
      logIn.returnTo,
    ],
  });
  return row.id;
}

/** The log-in of a printed address, if it was not opened yet. */
export async function findBegun(db: Queryable, beginHash: Buffer, now: Instant): Promise<LogInRow | null> {
  return maybeOne<LogInRow>(db, {
    text: `select ${COLUMNS} from log_ins where begin_hash = $1 and status = 'begun' and ends_at > $2`,
    values: [beginHash, now],
  });
}

/** Sends the person to the network: from now on only this browser can go on. False if it has been sent already. */
export async function sendLogIn(
  db: Queryable,
  sent: { readonly id: number; readonly stateHash: Buffer; readonly holderHash: Buffer; readonly memory: string },
): Promise<boolean> {
  const row = await maybeOne(db, {
    text: `update log_ins set status = 'sent', begin_hash = null, state_hash = $2, holder_hash = $3, memory = $4
           where id = $1 and status = 'begun' returning id`,
    values: [sent.id, sent.stateHash, sent.holderHash, sent.memory],
  });
  return row !== null;
}

/** Takes the log-in that a network's answer belongs to: once, in time, and only in the browser that was sent. */
export async function takeAnswered(
  db: Queryable,
  answer: { readonly stateHash: Buffer; readonly application: string; readonly holders: readonly Buffer[]; readonly now: Instant },
): Promise<LogInRow | null> {
  return maybeOne<LogInRow>(db, {
    text: `update log_ins set state_hash = null where state_hash = $1 and application = $2 and status = 'sent' and ends_at > $4
             and holder_hash = any($3) returning ${COLUMNS}`,
    values: [answer.stateHash, answer.application, answer.holders, answer.now],
  });
}

export async function storeAnswer(
  db: Queryable,
  answer: { readonly id: number; readonly grantId: number; readonly memory: string; readonly endsAt: Instant },
): Promise<void> {
  await query(db, {
    text: "update log_ins set status = 'answered', grant_id = $2, memory = $3, ends_at = $4 where id = $1",
    values: [answer.id, answer.grantId, answer.memory, answer.endsAt],
  });
}

/** Offers other accounts than before. */
export async function storeChoice(tx: Queryable, id: number, memory: string): Promise<void> {
  await query(tx, { text: "update log_ins set memory = $2 where id = $1", values: [id, memory] });
}

/** It cannot go on; whoever waits reads why. */
export async function failLogIn(db: Queryable, id: number, problem: string): Promise<void> {
  await query(db, {
    text: "update log_ins set status = 'failed', problem = $2, memory = null, begin_hash = null, state_hash = null where id = $1 and status <> 'done'",
    values: [id, problem],
  });
}

/** For the browser that logged in. */
export async function findHeld(db: Queryable, id: number, holders: readonly Buffer[]): Promise<LogInRow | null> {
  return maybeOne<LogInRow>(db, { text: `select ${COLUMNS} from log_ins where id = $1 and holder_hash = any($2)`, values: [id, holders] });
}

export async function findLogIn(db: Queryable, id: number): Promise<LogInRow | null> {
  return maybeOne<LogInRow>(db, { text: `select ${COLUMNS} from log_ins where id = $1`, values: [id] });
}

/** Locks a log-in whose accounts can be chosen; null if they have been, or it has ended. */
export async function lockAnswered(tx: Queryable, id: number, now: Instant): Promise<LogInRow | null> {
  return maybeOne<LogInRow>(tx, {
    text: `select ${COLUMNS} from log_ins where id = $1 and status = 'answered' and ends_at > $2 for update`,
    values: [id, now],
  });
}

export async function completeLogIn(tx: Queryable, id: number, channelIds: readonly number[]): Promise<void> {
  await query(tx, {
    text: "update log_ins set status = 'done', memory = null, channel_ids = $2 where id = $1",
    values: [id, channelIds],
  });
}

/** Deletes log-ins that ended before the moment: until then, whoever waits for one reads how it went. */
export async function deleteOldLogIns(db: Queryable, before: Instant): Promise<void> {
  await query(db, { text: "delete from log_ins where ends_at < $1", values: [before] });
}

/** A brand in which the person may connect channels. */
export interface ConnectingBrand {
  readonly id: number;
  readonly title: string;
}

export async function listConnectingBrands(db: Queryable, userId: number): Promise<ConnectingBrand[]> {
  return query<ConnectingBrand>(db, {
    text: `select b.id, b.title from brand_members m join brands b on b.id = m.brand_id
           where m.user_id = $1 and m.role in ('owner', 'admin') order by b.title, b.id`,
    values: [userId],
  });
}

export async function findConnectingBrand(db: Queryable, brandId: number): Promise<ConnectingBrand | null> {
  return maybeOne<ConnectingBrand>(db, { text: "select id, title from brands where id = $1", values: [brandId] });
}

/** A channel of a brand or of a grant, as connecting needs it. */
export interface KnownChannel {
  readonly id: number;
  readonly brandId: number;
  readonly type: ChannelType;
  readonly sandbox: boolean;
  readonly name: string;
  /** Null in a brand that was brought in without it. */
  readonly remoteId: string | null;
  readonly status: "ACTIVE" | "INACTIVE";
  readonly needsLogIn: boolean;
  readonly preferences: PreferenceValues;
}

const CHANNEL = `id, brand_id "brandId", type, sandbox, name, remote_id "remoteId", status, needs_log_in "needsLogIn", preferences`;

export async function listChannelsOfBrand(
  db: Queryable,
  place: { readonly brandId: number; readonly type: ChannelType; readonly sandbox: boolean },
): Promise<KnownChannel[]> {
  return query<KnownChannel>(db, {
    text: `select ${CHANNEL} from channels where brand_id = $1 and type = $2 and sandbox = $3 and status in ('ACTIVE', 'INACTIVE') order by id`,
    values: [place.brandId, place.type, place.sandbox],
  });
}

export async function listChannelsOfGrant(db: Queryable, grantId: number): Promise<KnownChannel[]> {
  return query<KnownChannel>(db, {
    text: `select ${CHANNEL} from channels where grant_id = $1 and status in ('ACTIVE', 'INACTIVE') order by id`,
    values: [grantId],
  });
}

/** Gives a channel the tokens of the latest log-in; one that waited for it becomes active, one that is switched off stays off. */
export async function takeLogIn(
  db: Queryable,
  change: {
    readonly channelId: number;
    readonly remoteId: string;
    readonly credentials: string;
    readonly settings: string;
    readonly handle: string;
    readonly accountPreferences: string;
    readonly now: Instant;
  },
): Promise<void> {
  await query(db, {
    text: `update channels set remote_id = $7, credentials = $2, settings = $3, handle = $4, account_preferences = $6, updated_at = $5, access_given_at = $5,
             status = case when needs_log_in then 'ACTIVE' else status end, inactive_reason = case when needs_log_in then null else inactive_reason end,
             needs_log_in = false
           where id = $1 and status <> 'REMOVED'`,
    values: [change.channelId, change.credentials, change.settings, change.handle, change.now, change.accountPreferences, change.remoteId],
  });
}
