import { type Queryable, query } from "../ground/database/query.ts";
import { eventually } from "./eventually.ts";

/** Resolves once a statement waits for a lock that the test holds. */
export async function waitsForLock(db: Queryable, hope: string): Promise<void> {
  await eventually(hope, async () => {
    const rows = await query(db, {
      text: "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    });
    return rows.length > 0;
  });
}
