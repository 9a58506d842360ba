import { maybeOne, type Queryable } from "../../ground/database/query.ts";

/** What a path may name instead of a brand, by the name of its id, and the table it is in. */
const TABLES = {
  automationId: "automations",
  channelId: "channels",
  collectionId: "collections",
  deliveryId: "deliveries",
  importId: "imports",
  postId: "posts",
  webhookId: "webhooks",
} as const;

export type BelongingName = keyof typeof TABLES;

export const BELONGINGS = Object.keys(TABLES) as readonly BelongingName[];

/** A post that has been deleted is remembered for a while, for the members of its brand. */
const FORMERLY: Partial<Record<BelongingName, string>> = { postId: " union all select brand_id from deleted_posts where post_id = $1" };

/** The brand that it belongs to, or belonged to; null when there is no such thing. */
export async function findBrandOf(db: Queryable, name: BelongingName, id: number): Promise<number | null> {
  const row = await maybeOne<{ brandId: number }>(db, {
    name: `brand_of_${TABLES[name]}`,
    text: `select brand_id "brandId" from ${TABLES[name]} where id = $1${FORMERLY[name] ?? ""}`,
    values: [id],
  });
  return row?.brandId ?? null;
}
