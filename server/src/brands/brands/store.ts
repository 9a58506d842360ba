import type { QueueStatus } from "@rostrum/contract/brands.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { Role } from "@rostrum/contract/operation.ts";
import { maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import type { BrandAccess } from "../../ground/viewer.ts";

export interface BrandRow {
  readonly id: number;
  readonly title: string;
  readonly description: string | null;
  readonly timezone: string | null;
  readonly queueStatus: QueueStatus;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The brands the user is a member of, newest first. */
export async function listBrandsOf(db: Queryable, list: { userId: number; limit: number; offset: number }): Promise<BrandRow[]> {
  return query<BrandRow>(db, {
    name: "brands_of_user",
    text: `select b.id, b.title, b.description, b.timezone, b.queue_status "queueStatus", b.created_at "createdAt", b.updated_at "updatedAt"
           from brand_members m join brands b on b.id = m.brand_id
           where m.user_id = $1 order by b.id desc limit $2 offset $3`,
    values: [list.userId, list.limit, list.offset],
  });
}

export interface MemberBrandRow {
  readonly id: number;
  readonly title: string;
  readonly timezone: string | null;
  readonly queueStatus: QueueStatus;
  readonly role: Role;
  readonly isDemo: boolean;
  /** Of its logo; null without one. */
  readonly logoMark: string | null;
}

/** The brands the user is a member of, with their role, by title. */
export async function listMemberBrands(db: Queryable, userId: number): Promise<MemberBrandRow[]> {
  return query<MemberBrandRow>(db, {
    name: "member_brands",
    text: `select b.id, b.title, b.timezone, b.queue_status "queueStatus", m.role, b.demo_sandbox_position is not null "isDemo",
             b.logo_mark "logoMark"
           from brand_members m join brands b on b.id = m.brand_id where m.user_id = $1 order by lower(b.title), b.id`,
    values: [userId],
  });
}

export async function countBrandsOf(db: Queryable, userId: number): Promise<number> {
  const row = await maybeOne<{ total: number }>(db, {
    name: "count_brands_of_user",
    text: "select count(*) total from brand_members where user_id = $1",
    values: [userId],
  });
  return row?.total ?? 0;
}

/** The user's rights in the brand; null when they are not a member, or there is no such brand. */
export async function findBrandAccess(
  db: Queryable,
  member: { readonly userId: number; readonly brandId: number },
): Promise<BrandAccess | null> {
  return maybeOne<BrandAccess>(db, {
    name: "brand_access",
    text: `select b.id, b.account_id "accountId", b.timezone, b.queue_status "queueStatus", m.role
           from brand_members m join brands b on b.id = m.brand_id
           where m.user_id = $1 and m.brand_id = $2`,
    values: [member.userId, member.brandId],
  });
}

export interface ScheduleRow {
  readonly id: number;
  readonly day: number;
  readonly time: string;
  readonly collectionId: number;
  readonly collectionTitle: string;
  readonly collectionStatus: QueueStatus;
}

/** All weekly slots of the brand by day, time and id. */
export async function listSlotsOf(db: Queryable, brandId: number): Promise<ScheduleRow[]> {
  return query<ScheduleRow>(db, {
    name: "slots_of_brand",
    text: `select s.id, s.day, s.time, s.collection_id "collectionId", c.title "collectionTitle", c.status "collectionStatus"
           from slots s join collections c on c.id = s.collection_id
           where s.brand_id = $1 order by s.day, s.time, s.id`,
    values: [brandId],
  });
}
