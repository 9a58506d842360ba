import type { Instant } from "@rostrum/contract/formats.ts";
import { type Queryable, query } from "../../ground/database/query.ts";

/** Name of PostgreSQL's notification channel. */
export const CHANNEL = "rostrum_changes";

/**
 * Sends messages to all processes that hear. A transaction of its own, because a commit with a notification takes a lock of the
 * whole server; it need not be durable.
 */
export async function notifyProcesses(db: Queryable, messages: readonly string[]): Promise<void> {
  await query(db, {
    name: "spread_changes",
    text: `select set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', text) from unnest($1::text[]) as message (text)`,
    values: [messages],
  });
}

export interface Audience {
  /** Of the session. */
  readonly hash: Buffer;
  readonly brandId: number;
}

/** Which of them are still signed in and members of the brand, by their place in the list. */
export async function findAdmitted(db: Queryable, audience: readonly Audience[], now: Instant): Promise<ReadonlySet<number>> {
  const rows = await query<{ place: number }>(db, {
    name: "admitted_audience",
    text: `select given.place::integer - 1 place from unnest($1::bytea[], $2::bigint[]) with ordinality as given (hash, brand_id, place)
             join sessions s on s.hash = given.hash and s.expires_at > $3
             join brand_members m on m.user_id = s.user_id and m.brand_id = given.brand_id`,
    values: [audience.map(({ hash }) => hash), audience.map(({ brandId }) => brandId), now],
  });
  return new Set(rows.map(({ place }) => place));
}
