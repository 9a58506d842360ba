import type { Instant } from "@rostrum/contract/formats.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";

export async function hasUnfinished(db: Queryable, brandId: number): Promise<boolean> {
  const { has } = await one<{ has: boolean }>(db, {
    text: "select exists (select from deliveries where brand_id = $1 and status not in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED')) has",
    values: [brandId],
  });
  return has;
}

/** Failures that somebody has seen to: they need nobody any more. */
export async function leaveFailures(db: Queryable, { brandId, now }: { readonly brandId: number; readonly now: Instant }): Promise<void> {
  await query(db, { text: "update deliveries set left_at = $2 where brand_id = $1 and status = 'FAILED'", values: [brandId, now] });
}

/** Where a demo is whose key with this hash has never been used, whose person has never signed in, and who is alone in the service. */
export async function findUnused(
  db: Queryable,
  keyHash: Buffer,
): Promise<{ readonly email: string; readonly brandId: number; readonly collectionId: number; readonly hasSandbox: boolean } | null> {
  return maybeOne(db, {
    text: `select u.email, b.id "brandId", (select min(id) from collections where brand_id = b.id) "collectionId",
             exists (select from channels where brand_id = b.id) "hasSandbox"
           from users u join api_keys k on k.user_id = u.id join brand_members m on m.user_id = u.id join brands b on b.id = m.brand_id
           where u.demo and k.hash = $1 and k.last_used_at is null and k.revoked_at is null and b.demo_sandbox_position is not null
             and exists (select from collections where brand_id = b.id)
             and not exists (select from users other where other.id <> u.id)
             and not exists (select from audit_entries where action in ('sign-in.succeeded', 'person.password-changed'))`,
    values: [keyHash],
  });
}
