import type { AccountChange } from "@rostrum/contract/private/accounts.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";

/** What can be changed of an account. */
export const ACCOUNT_FIELDS = ["sensitiveActions", "maxCollections", "maxAutomations", "maxScheduledPosts"] as const;

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

/** What counts towards the limits of an account. */
export interface Usage {
  readonly brands: number;
  readonly collections: number;
  readonly automations: number;
  readonly scheduledPosts: number;
  readonly mediaBytes: number;
}

/** What the account's brands have. */
export async function findUsage(db: Queryable, accountId: number): Promise<Usage> {
  return usageOf(db, "account_id", accountId);
}

/** What one brand has. */
export async function findUsageOfBrand(db: Queryable, brandId: number): Promise<Usage> {
  return usageOf(db, "id", brandId);
}

async function usageOf(db: Queryable, column: "account_id" | "id", id: number): Promise<Usage> {
  return one<Usage>(db, {
    text: `with own as (select id from brands where ${column} = $1)
           select (select count(*) from own) brands,
             (select count(*) from collections where brand_id in (select id from own)) collections,
             (select count(*) from automations where brand_id in (select id from own)) automations,
             (select count(*) from posts where brand_id in (select id from own) and posting_type = 'SCHEDULE' and status = 'PENDING') "scheduledPosts",
             (select coalesce(sum(size_bytes), 0)::bigint from media where brand_id in (select id from own)) "mediaBytes"`,
    values: [id],
  });
}

/** Locks the accounts with these ids until the transaction ends, in one order for all. */
export async function lockAccounts(tx: Queryable, ids: readonly number[]): Promise<AccountRow[]> {
  return query<AccountRow>(tx, { text: `select ${COLUMNS} from accounts where id = any($1) order by id for no key update`, values: [ids] });
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
