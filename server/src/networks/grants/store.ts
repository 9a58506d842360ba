import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { recordEndedLogIns } from "../../ground/audit/store.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import type { GrantEnds } from "../connectors/log-in.ts";

/** What a person gave at a network's log-in, as stored. */
export interface GrantRow extends GrantEnds {
  readonly id: number;
  readonly application: string;
  /** Empty for a grant that was given as a token. */
  readonly clientId: string;
  readonly sandbox: boolean;
  readonly remoteId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Sealed; null once it has ended. */
  readonly credentials: string | null;
  readonly version: number;
  readonly endedReason: string | null;
  /** Why the last renewal did not succeed; null if it did. */
  readonly renewalProblem: string | null;
  /** Since when the network has refused it; null if it has not. */
  readonly refusedAt: Instant | null;
  /** When its tokens were stored, or it ended. */
  readonly updatedAt: Instant;
}

const COLUMNS = `id, application, client_id "clientId", sandbox, remote_id "remoteId", name, scopes, credentials, version,
  access_ends_at "accessEndsAt", renew_at "renewAt", ends_at "endsAt", ended_reason "endedReason",
  renewal_problem "renewalProblem", refused_at "refusedAt", updated_at "updatedAt"`;

export async function findGrant(db: Queryable, id: number): Promise<GrantRow | null> {
  return maybeOne<GrantRow>(db, { name: "grant", text: `select ${COLUMNS} from grants where id = $1`, values: [id] });
}

export interface NewGrant extends GrantEnds, Pick<GrantRow, "application" | "clientId" | "sandbox" | "remoteId" | "name" | "scopes"> {
  readonly probeAt: Instant;
  readonly now: Instant;
}

/**
 * Finds or creates the person's grant, takes over what the new log-in says, and returns its id: its credentials are sealed for that
 * id and stored by `setCredentials`. Locks the row until the transaction ends.
 */
export async function upsertGrant(tx: Queryable, grant: NewGrant): Promise<number> {
  const { id } = await one<{ id: number }>(tx, {
    text: `insert into grants (application, client_id, sandbox, remote_id, name, scopes, version, access_ends_at, renew_at, ends_at, probe_at, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10, $11, $11)
           on conflict (application, client_id, sandbox, remote_id) do update set name = excluded.name, scopes = excluded.scopes,
             version = grants.version + 1, access_ends_at = excluded.access_ends_at, renew_at = excluded.renew_at, ends_at = excluded.ends_at,
             probe_at = excluded.probe_at, warned_at = null, renewal_problem = null, refused_at = null, ended_at = null, ended_reason = null, leaving_at = null, leaving_tries = 0,
             updated_at = excluded.updated_at
           returning id`,
    values: [
      grant.application,
      grant.clientId,
      grant.sandbox,
      grant.remoteId,
      grant.name,
      grant.scopes,
      grant.accessEndsAt,
      grant.renewAt,
      grant.endsAt,
      grant.probeAt,
      grant.now,
    ],
  });
  return id;
}

export async function setCredentials(tx: Queryable, id: number, credentials: string): Promise<void> {
  await query(tx, { text: "update grants set credentials = $2 where id = $1", values: [id, credentials] });
}

export interface Renewed extends GrantEnds {
  readonly id: number;
  /** As read: a grant that has changed since keeps what it has. */
  readonly version: number;
  readonly credentials: string;
  readonly now: Instant;
}

/** Replaces the credentials; false if they were replaced in the meantime, by a log-in or by another process. */
export async function replaceCredentials(db: Queryable, renewed: Renewed): Promise<boolean> {
  const changed = await execute(db, {
    name: "replace_grant_credentials",
    text: `update grants set credentials = $3, version = version + 1, access_ends_at = $4, renew_at = $5, ends_at = $6, renewal_problem = null, refused_at = null,
             warned_at = case when $6::timestamptz <= ends_at + interval '1 day' then warned_at end, updated_at = $7
           where id = $1 and version = $2 and ended_at is null`,
    values: [renewed.id, renewed.version, renewed.credentials, renewed.accessEndsAt, renewed.renewAt, renewed.endsAt, renewed.now],
  });
  return changed > 0;
}

/**
 * Leaves the grant's renewal to the caller until then: before, it is due for nobody. False if it has changed since it was read.
 * The grant's next version is the caller's.
 */
export async function claimRenewal(
  db: Queryable,
  claim: { readonly id: number; readonly version: number; readonly until: Instant },
): Promise<boolean> {
  const changed = await execute(db, {
    name: "claim_renewal",
    text: "update grants set version = version + 1, renew_at = $3 where id = $1 and version = $2 and ended_at is null",
    values: [claim.id, claim.version, claim.until],
  });
  return changed > 0;
}

type ChangedEnds = Pick<GrantRow, "id" | "version" | "renewalProblem"> & GrantEnds;

/** When to try the next renewal, or null if there will be none; until when the log-in lasts; and why the last renewal failed. */
export async function changeEnds(db: Queryable, change: ChangedEnds): Promise<void> {
  await query(db, {
    text: "update grants set access_ends_at = $3, renew_at = $4, ends_at = $5, renewal_problem = $6 where id = $1 and version = $2",
    values: [change.id, change.version, change.accessEndsAt, change.renewAt, change.endsAt, change.renewalProblem],
  });
}

/**
 * Ends a grant and makes its active channels inactive, for the same reason. Nothing happens if it has changed since it was read.
 * Returns whether it ended now.
 */
export async function endGrant(
  db: Queryable,
  end: { readonly id: number; readonly version: number; readonly reason: string; readonly now: Instant },
): Promise<boolean> {
  const row = await maybeOne(db, {
    text: `with ended as (
             update grants set credentials = null, renew_at = null, ended_at = $4, ended_reason = $3, updated_at = $4
             where id = $1 and version = $2 and ended_at is null returning id
           ), channel as (
             update channels set status = 'INACTIVE', needs_log_in = true, inactive_reason = $3, updated_at = $4
             where grant_id in (select id from ended) and status = 'ACTIVE' returning *
           ), recorded as (
             ${recordEndedLogIns("channel")}
           )
           select id from ended`,
    values: [end.id, end.version, end.reason, end.now],
  });
  return row !== null;
}

/** Grants whose renewal is due, longest due first. */
export async function listDueRenewals(db: Queryable, now: Instant, limit: number): Promise<number[]> {
  return idsOf(db, {
    name: "due_renewals",
    text: "select id from grants where renew_at <= $1 and ended_at is null and leaving_at is null order by renew_at limit $2",
    values: [now, limit],
  });
}

/** Grants of which it is time to ask the network whether it still accepts them. */
export async function listDueProbes(db: Queryable, now: Instant, limit: number): Promise<number[]> {
  return idsOf(db, {
    name: "due_probes",
    text: "select id from grants where probe_at <= $1 and ended_at is null and leaving_at is null order by probe_at limit $2",
    values: [now, limit],
  });
}

export async function storeProbe(
  db: Queryable,
  probe: { readonly id: number; readonly version: number; readonly next: Instant; readonly refusedAt: Instant | null },
): Promise<void> {
  // What was asked of earlier tokens says nothing about a log-in that has come since.
  const text = "update grants set probe_at = $3, refused_at = $4 where id = $1 and version = $2";
  await query(db, { name: "store_probe", text, values: [probe.id, probe.version, probe.next, probe.refusedAt] });
}

/** Stores the scopes that the person still gives. */
export async function storeScopes(db: Queryable, id: number, scopes: readonly string[]): Promise<void> {
  await query(db, { text: "update grants set scopes = $2 where id = $1 and scopes is distinct from $2", values: [id, scopes] });
}

export interface EndingGrant {
  readonly id: number;
  readonly application: string;
  readonly name: string;
  readonly endsAt: Instant;
  readonly channels: number;
}

/** Log-ins in use that end before `until` and that nobody was told about; marks them as told. */
export async function takeEndingGrants(
  db: Queryable,
  { now, until }: { readonly now: Instant; readonly until: Instant },
): Promise<EndingGrant[]> {
  return query<EndingGrant>(db, {
    text: `update grants g set warned_at = $1 where ends_at <= $2 and warned_at is null and ended_at is null
             and exists (select from channels h where h.grant_id = g.id and h.status = 'ACTIVE')
           returning id, application, name, ends_at "endsAt", (select count(*) from channels h where h.grant_id = g.id and h.status = 'ACTIVE') channels`,
    values: [now, until],
  });
}

/** Grants that have reached their end without a renewal. */
export async function listOverGrants(db: Queryable, now: Instant, limit: number): Promise<number[]> {
  return idsOf(db, {
    text: "select id from grants where ends_at <= $1 and ended_at is null order by ends_at limit $2",
    values: [now, limit],
  });
}

/** What is due of it now, a renewal, a probe or both, is due later. A renewal that has been claimed meanwhile stays so. */
export async function postponeDue(
  db: Queryable,
  { id, now, until }: { readonly id: number; readonly now: Instant; readonly until: Instant },
): Promise<void> {
  await query(db, {
    text: `update grants set renew_at = case when renew_at <= $2 then $3 else renew_at end,
             probe_at = case when probe_at <= $2 then $3 else probe_at end where id = $1`,
    values: [id, now, until],
  });
}

/**
 * What needs a grant, or may need it soon: channels, a log-in that has it, and one under way in a brand of its channels, which may be the
 * same person's. Networks that take back the whole access of an application would take the new log-in along.
 */
const needed = (now: string) => `(
  exists (select from channels h where h.grant_id = g.id and h.status <> 'REMOVED')
  or exists (select from log_ins l where l.grant_id = g.id and l.ends_at > ${now})
  or exists (
    select from log_ins l where l.application = g.application and l.sandbox = g.sandbox and l.status in ('begun', 'sent') and l.ends_at > ${now}
      and l.brand_id in (select h.brand_id from channels h where h.grant_id = g.id)
  ))`;

/** Marks grants that nothing needs any more; one that has had no channel yet stays for a while. */
export async function markLeaving(db: Queryable, { now, before }: { readonly now: Instant; readonly before: Instant }): Promise<void> {
  await query(db, {
    text: `update grants g set leaving_at = $1 where leaving_at is null
             and (updated_at <= $2 or exists (select from channels h where h.grant_id = g.id))
             and not ${needed("$1")}`,
    values: [now, before],
  });
}

/**
 * Keeps a grant that was to leave if something needs it by now; returns whether it does. A statement of its own, because the one that
 * marks grants may wait for a log-in to be stored, and does not see what came with it.
 */
export async function keepIfNeeded(db: Queryable, id: number, now: Instant): Promise<boolean> {
  const text = `update grants g set leaving_at = null, leaving_tries = 0 where id = $1 and leaving_at is not null and ${needed("$2")}`;
  return (await execute(db, { text, values: [id, now] })) > 0;
}

export interface LeavingGrant {
  readonly id: number;
  readonly leavingTries: number;
}

export async function listLeaving(db: Queryable, now: Instant, limit: number): Promise<LeavingGrant[]> {
  return query<LeavingGrant>(db, {
    text: `select id, leaving_tries "leavingTries" from grants where leaving_at <= $1 order by leaving_at limit $2`,
    values: [now, limit],
  });
}

/** Deletes a grant that is leaving, unless a new log-in needs it again. */
export async function deleteLeaving(db: Queryable, id: number): Promise<void> {
  await query(db, { text: "delete from grants where id = $1 and leaving_at is not null", values: [id] });
}

export async function postponeLeaving(db: Queryable, id: number, next: Instant): Promise<void> {
  await query(db, {
    text: "update grants set leaving_at = $2, leaving_tries = leaving_tries + 1 where id = $1 and leaving_at is not null",
    values: [id, next],
  });
}

/** Whether the person has another grant for the platform: taking one back at the network takes them all. */
export async function hasTwin(db: Queryable, { id, application, sandbox, remoteId }: GrantRow): Promise<boolean> {
  const { found } = await one<{ found: boolean }>(db, {
    text: `select exists (select from grants where application = $2 and sandbox = $3 and remote_id = $4 and id <> $1 and ended_at is null) found`,
    values: [id, application, sandbox, remoteId],
  });
  return found;
}

/** Whether there is another grant of these applications that has not ended. */
export async function hasNeighbour(db: Queryable, { id, sandbox }: GrantRow, applications: readonly string[]): Promise<boolean> {
  const { found } = await one<{ found: boolean }>(db, {
    text: "select exists (select from grants where application = any($2) and sandbox = $3 and id <> $1 and ended_at is null) found",
    values: [id, applications, sandbox],
  });
  return found;
}

/** Whether there is a channel of these types that was connected by a token alone. */
export async function hasChannelByToken(
  db: Queryable,
  { sandbox }: Pick<GrantRow, "sandbox">,
  types: readonly ChannelType[],
): Promise<boolean> {
  const { found } = await one<{ found: boolean }>(db, {
    text: `select exists (
             select from channels where type = any($1) and sandbox = $2 and grant_id is null and credentials is not null
               and status in ('ACTIVE', 'INACTIVE')
           ) found`,
    values: [types, sandbox],
  });
  return found;
}

async function idsOf(db: Queryable, statement: Parameters<typeof query>[1]): Promise<number[]> {
  return (await query<{ id: number }>(db, statement)).map(({ id }) => id);
}
