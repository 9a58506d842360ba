import type { Queryable } from "../ground/database/query.ts";
import { query } from "../ground/database/query.ts";

/** Sees every row that is written to a database, by triggers, and only what was committed. */
export interface WatchedRows {
  /** What has been written since the last call, such as `2 posts insert`; empty if nothing was. */
  take(): Promise<string[]>;
}

/** Notes writes from now on. Rows of the triggers' own table do not count. */
export async function watchRows(db: Queryable): Promise<WatchedRows> {
  await query(db, { text: "create unlogged table watched_writes (what text not null)" });
  await query(db, {
    text: `create function note_write() returns trigger language plpgsql as $$
           begin insert into watched_writes values (tg_table_name || ' ' || lower(tg_op)); return null; end $$`,
  });
  await query(db, {
    text: `do $$ declare one record; begin
             for one in select c.oid::regclass name from pg_class c join pg_namespace n on n.oid = c.relnamespace
               where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public' and c.relname <> 'watched_writes'
             loop execute format('create trigger watched after insert or update or delete on %s for each row execute function note_write()', one.name);
             end loop; end $$`,
  });
  return {
    async take() {
      const rows = await query<{ told: string }>(db, {
        name: "watched_writes",
        text: `with taken as (delete from watched_writes returning what)
               select count(*) || ' ' || what told from taken group by what order by what`,
      });
      return rows.map(({ told }) => told);
    },
  };
}
