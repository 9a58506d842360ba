import { one, type Queryable } from "../../ground/database/query.ts";

/** A brand of somebody's, for rows that refer to it. Returns its id. */
export async function aBrandRow(db: Queryable): Promise<number> {
  const { id } = await one<{ id: number }>(db, {
    text: `with person as (
             insert into users (public_id, name, email, verified, created_at)
             select gen_random_uuid(), 'Ada', gen_random_uuid() || '@example.org', true, now() returning id
           ), account as (insert into accounts (owner_id) select id from person returning id)
           insert into brands (account_id, title, created_at, updated_at) select id, 'Bakery', now(), now() from account returning id`,
  });
  return id;
}
