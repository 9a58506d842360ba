import type { Instant } from "@rostrum/contract/formats.ts";
import type { Role } from "@rostrum/contract/operation.ts";
import type { BrandChange } from "@rostrum/contract/private/brands.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import type { BrandRow } from "./store.ts";

const COLUMNS = `id, title, description, timezone, queue_status as "queueStatus", created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertBrand(
  db: Queryable,
  brand: {
    readonly accountId: number;
    readonly title: string;
    readonly description: string | null;
    readonly timezone: string | null;
    readonly now: Instant;
  },
): Promise<BrandRow> {
  return one<BrandRow>(db, {
    text: `insert into brands (account_id, title, description, timezone, created_at, updated_at) values ($1, $2, $3, $4, $5, $5) returning ${COLUMNS}`,
    values: [brand.accountId, brand.title, brand.description, brand.timezone, brand.now],
  });
}

/**
 * Locks the brand's queues until the transaction ends. Post writers lock a queue first and the brand's row later: a change to
 * both must lock in the same order to avoid a deadlock.
 */
export async function lockQueuesOf(tx: Queryable, brandId: number): Promise<void> {
  await query(tx, { text: "select id from collections where brand_id = $1 order by id for no key update", values: [brandId] });
}

/** Locks the brand's row against other changes until the transaction ends; null when there is none. */
export async function lockBrand(tx: Queryable, brandId: number): Promise<BrandRow | null> {
  return maybeOne<BrandRow>(tx, { text: `select ${COLUMNS} from brands where id = $1 for no key update`, values: [brandId] });
}

/** Marks a brand that the service has made up, whose sandbox accounts are all that the networks have so far. */
export async function markDemoBrand(db: Queryable, brandId: number): Promise<void> {
  const text = "update brands set demo_sandbox_position = (select coalesce(max(position), 0) from sandbox_objects) where id = $1";
  await query(db, { text, values: [brandId] });
}

/** What the sandbox networks had when the demo was complete; null for any other brand. */
export async function findDemoPosition(db: Queryable, brandId: number): Promise<number | null> {
  const row = await one<{ position: number | null }>(db, {
    text: "select demo_sandbox_position position from brands where id = $1",
    values: [brandId],
  });
  return row.position;
}

/** Fields left out of the change stay as they are. With its queue a brand that has arrived is switched on: its scheduled posts leave too. */
export async function changeBrand(db: Queryable, brandId: number, change: BrandChange & { readonly now: Instant }): Promise<BrandRow> {
  return one<BrandRow>(db, {
    text: `update brands set title = coalesce($2, title), timezone = coalesce($3, timezone), queue_status = coalesce($4, queue_status), updated_at = $5,
             arrived_through = case when $4 = 'ACTIVE' then null else arrived_through end
           where id = $1 returning ${COLUMNS}`,
    values: [brandId, change.title ?? null, change.timezone ?? null, change.queueStatus ?? null, change.now],
  });
}

export async function findRole(db: Queryable, member: { readonly brandId: number; readonly userId: number }): Promise<Role | null> {
  const row = await maybeOne<{ role: Role }>(db, {
    text: "select role from brand_members where brand_id = $1 and user_id = $2",
    values: [member.brandId, member.userId],
  });
  return row?.role ?? null;
}

/** Adds a member, or changes the role of an existing one. Invitations end with the role of whoever made them. */
export async function putMember(
  db: Queryable,
  member: { readonly brandId: number; readonly userId: number; readonly role: Role; readonly now: Instant },
): Promise<void> {
  await query(db, {
    text: `with ended as (
             delete from invitations where brand_id = $1 and invited_by = $2 and accepted_at is null and $3 not in ('owner', 'admin')
           )
           insert into brand_members (brand_id, user_id, role, created_at) values ($1, $2, $3, $4)
           on conflict (user_id, brand_id) do update set role = excluded.role`,
    values: [member.brandId, member.userId, member.role, member.now],
  });
}

/** Makes the owner an admin, in the transaction that makes another member the owner. */
export async function demoteOwner(tx: Queryable, brandId: number): Promise<void> {
  await query(tx, { text: "update brand_members set role = 'admin' where brand_id = $1 and role = 'owner'", values: [brandId] });
}

export interface MemberRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly since: Instant;
}

export async function countMembers(tx: Queryable, brandId: number): Promise<number> {
  const text = "select count(*) members from brand_members where brand_id = $1";
  return (await one<{ members: number }>(tx, { text, values: [brandId] })).members;
}

/** The owner first, then by name. */
export async function listMembersOf(db: Queryable, brandId: number): Promise<MemberRow[]> {
  return query<MemberRow>(db, {
    text: `select u.public_id id, u.name, u.email, m.role, m.created_at since from brand_members m join users u on u.id = m.user_id
           where m.brand_id = $1 order by m.role <> 'owner', lower(u.name), u.id`,
    values: [brandId],
  });
}

/** The account that the brand belongs to. */
export async function findAccountOfBrand(db: Queryable, brandId: number): Promise<number> {
  const row = await one<{ id: number }>(db, { text: "select account_id id from brands where id = $1", values: [brandId] });
  return row.id;
}

/** Moves the brand to another account, with what its media count there. */
export async function moveBrand(
  tx: Queryable,
  move: { readonly brandId: number; readonly from: number; readonly to: number; readonly mediaBytes: number; readonly now: Instant },
): Promise<void> {
  const { brandId, from, to, mediaBytes, now } = move;
  await query(tx, { text: "update brands set account_id = $2, updated_at = $3 where id = $1", values: [brandId, to, now] });
  if (mediaBytes === 0) return;
  await freeBytes(tx, { accountId: from, bytes: mediaBytes });
  await query(tx, {
    text: `insert into media_bytes as kept (account_id, bytes) values ($1, $2)
           on conflict (account_id) do update set bytes = kept.bytes + excluded.bytes`,
    values: [to, mediaBytes],
  });
}

/** Gives the account back what media counted that are gone or belong to another one. */
export async function freeBytes(tx: Queryable, freed: { readonly accountId: number; readonly bytes: number }): Promise<void> {
  await query(tx, {
    text: "update media_bytes set bytes = greatest(bytes - $2, 0) where account_id = $1",
    values: [freed.accountId, freed.bytes],
  });
}

/** Open invitations of theirs end with their membership. */
export async function deleteMember(db: Queryable, member: { readonly brandId: number; readonly userId: number }): Promise<void> {
  await query(db, {
    text: `with ended as (delete from invitations where brand_id = $1 and invited_by = $2 and accepted_at is null)
           delete from brand_members where brand_id = $1 and user_id = $2`,
    values: [member.brandId, member.userId],
  });
}
