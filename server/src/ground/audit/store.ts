import type { Instant } from "@rostrum/contract/formats.ts";
import type { AuditEntry } from "@rostrum/contract/private/audit.ts";
import { execute, maybeOne, one, type Queryable, query } from "../database/query.ts";

export type NewAuditEntry = Omit<AuditEntry, "id" | "at"> & { readonly at: Instant };

export async function insertEntry(tx: Queryable, entry: NewAuditEntry): Promise<void> {
  await query(tx, {
    name: "audit",
    text: `insert into audit_entries (at, action, brand_id, actor, person_id, person, through, through_id, through_name, surface,
             object_type, object_id, object_name, changes, address, user_agent, request_id)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    values: [
      entry.at,
      entry.action,
      entry.brandId,
      entry.actor,
      entry.personId,
      entry.person,
      entry.through,
      entry.throughId,
      entry.throughName,
      entry.surface,
      entry.objectType,
      entry.objectId,
      entry.objectName,
      JSON.stringify(entry.changes),
      entry.address,
      entry.userAgent,
      entry.requestId,
    ],
  });
}

/**
 * The part of a statement that records channels which the service has made inactive because their log-in ended. `from`: what returns
 * their rows, with the moment as `updated_at` and the reason as `inactive_reason`.
 */
export function recordEndedLogIns(from: string): string {
  return `insert into audit_entries (at, action, brand_id, actor, surface, object_type, object_id, object_name, changes)
    select updated_at, 'channel.log-in-ended', brand_id, 'service', 'service', 'channel', id::text, name,
      jsonb_build_array(jsonb_build_object('name', 'reason', 'before', null, 'after', left(inactive_reason, 200)))
    from ${from}`;
}

export interface PersonRow {
  readonly publicId: string;
  readonly name: string;
  readonly email: string;
}

/** A person at this moment; null if there is none. */
export async function findPerson(db: Queryable, userId: number): Promise<PersonRow | null> {
  return maybeOne<PersonRow>(db, { text: `select public_id "publicId", name, email from users where id = $1`, values: [userId] });
}

/** The public id of whoever has the address; null if nobody has. */
export async function findPersonByEmail(db: Queryable, email: string): Promise<string | null> {
  const row = await maybeOne<{ id: string }>(db, {
    text: "select public_id id from users where lower(email) = lower($1)",
    values: [email],
  });
  return row?.id ?? null;
}

export interface AuditFilter {
  readonly brandId: number | null;
  readonly personId: string | null;
  /** A whole action, or its first word. */
  readonly action: string | null;
  readonly objectType: string | null;
  readonly objectId: string | null;
  readonly from: Instant | null;
  readonly to: Instant | null;
}

/** Newest first, with the number of all. */
export async function listEntries(
  db: Queryable,
  filter: AuditFilter,
  place: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly rows: AuditEntry[] }> {
  const { condition, values } = conditionOf(filter);
  const [{ total }, rows] = await Promise.all([
    one<{ total: number }>(db, { text: `select count(*) total from audit_entries where ${condition}`, values }),
    query<AuditEntry>(db, {
      text: `select id, at, action, brand_id "brandId", actor, person_id "personId", person, through, through_id "throughId",
               through_name "throughName", surface, object_type "objectType", object_id "objectId", object_name "objectName", changes,
               address, user_agent "userAgent", request_id "requestId"
             from audit_entries where ${condition} order by at desc, id desc limit $${values.length + 1} offset $${values.length + 2}`,
      values: [...values, place.limit, place.offset],
    }),
  ]);
  return { total, rows };
}

/** Only the conditions that are asked for, so that each has its index. */
function conditionOf({ brandId, personId, action, objectType, objectId, from, to }: AuditFilter) {
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (text: string, value: unknown) => {
    if (value === null) return;
    values.push(value);
    parts.push(text.replaceAll("$", `$${values.length}`));
  };
  add("brand_id = $", brandId);
  add("person_id = $", personId);
  if (action?.includes(".")) add("action = $", action);
  else if (action !== null) add("action >= $ || '.' and action < $ || '/'", action);
  add("object_type = $", objectType);
  add("object_id = $", objectId);
  add("at >= $", from);
  add("at < $", to);
  return { condition: parts.length === 0 ? "true" : parts.join(" and "), values };
}

/** Lets this transaction delete entries; nothing else may. */
export async function allowForgetting(tx: Queryable): Promise<void> {
  await query(tx, { text: "set local rostrum.forgets_audit = 'on'" });
}

/** Forgets the oldest entries before a moment, at most so many; returns how many. The transaction has to allow it. */
export async function deleteEntries(tx: Queryable, before: Instant, limit: number): Promise<number> {
  return execute(tx, {
    text: "delete from audit_entries where id in (select id from audit_entries where at < $1 order by at limit $2)",
    values: [before, limit],
  });
}
