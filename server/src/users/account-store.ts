import type { AccountChange } from "@rostrum/contract/private/accounts.ts";
import { maybeOne, one, type Queryable } from "../database/query.ts";

export interface AccountRow {
  readonly id: number;
  readonly sensitiveActions: boolean;
  readonly maxCollections: number | null;
  readonly maxAutomations: number | null;
  readonly maxScheduledPosts: number | null;
}

const COLUMNS = `id, sensitive_actions as "sensitiveActions", max_collections as "maxCollections", max_automations as "maxAutomations",
  max_scheduled_posts as "maxScheduledPosts"`;

/** Every user owns one account. */
export async function insertAccount(db: Queryable, ownerId: number): Promise<number> {
  const row = await one<{ id: number }>(db, { text: "insert into accounts (owner_id) values ($1) returning id", values: [ownerId] });
  return row.id;
}

export async function findAccountOfOwner(db: Queryable, ownerId: number): Promise<AccountRow | null> {
  return maybeOne<AccountRow>(db, { text: `select ${COLUMNS} from accounts where owner_id = $1`, values: [ownerId] });
}

/** Fields left out of the change stay as they are; null lifts a limit. */
export async function changeAccountOfOwner(db: Queryable, ownerId: number, change: AccountChange): Promise<AccountRow> {
  const limits = [change.maxCollections, change.maxAutomations, change.maxScheduledPosts];
  return one<AccountRow>(db, {
    text: `update accounts set sensitive_actions = coalesce($2, sensitive_actions),
             max_collections = case when $3 then $4::integer else max_collections end,
             max_automations = case when $5 then $6::integer else max_automations end,
             max_scheduled_posts = case when $7 then $8::integer else max_scheduled_posts end
           where owner_id = $1 returning ${COLUMNS}`,
    values: [ownerId, change.sensitiveActions ?? null, ...limits.flatMap((limit) => [limit !== undefined, limit ?? null])],
  });
}
