import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { execute, one, type Queryable } from "../../ground/database/query.ts";

export interface Attempts {
  /** Including this one. */
  readonly count: number;
  readonly endsAt: Instant;
}

/** Counts one attempt under the key, in one statement so that concurrent attempts are all counted. */
export async function countAttempt(
  db: Queryable,
  attempt: { readonly key: string; readonly windowSeconds: number; readonly now: Instant },
): Promise<Attempts> {
  return one<Attempts>(db, {
    text: `insert into throttles as t (key, count, ends_at) values ($1, 1, $3)
           on conflict (key) do update set count = case when t.ends_at <= $2 then 1 else t.count + 1 end,
             ends_at = case when t.ends_at <= $2 then excluded.ends_at else t.ends_at end
           returning count, ends_at as "endsAt"`,
    values: [attempt.key, attempt.now, addSeconds(attempt.now, attempt.windowSeconds)],
  });
}

/** Takes back one that did not come to what is limited. */
export async function takeBackAttempt(db: Queryable, key: string): Promise<void> {
  await execute(db, { text: "update throttles set count = count - 1 where key = $1 and count > 0", values: [key] });
}

export async function forgetAttempts(db: Queryable, key: string): Promise<void> {
  await execute(db, { text: "delete from throttles where key = $1", values: [key] });
}

export async function deleteEndedThrottles(db: Queryable, now: Instant): Promise<void> {
  await execute(db, { text: "delete from throttles where ends_at <= $1", values: [now] });
}
