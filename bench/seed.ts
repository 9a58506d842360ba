import type { ChannelType } from "@rostrum/contract/channels.ts";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { Database } from "../server/src/ground/database/connect.ts";
import { one, type Queryable, query } from "../server/src/ground/database/query.ts";
import { createSecrets } from "../server/src/ground/secrets/seal.ts";
import { makeKey } from "../server/src/people/api-keys/key.ts";
import { insertKey } from "../server/src/people/api-keys/store.ts";
import { CAPTION } from "./draft.ts";

export interface Owner {
  readonly userId: number;
  readonly accountId: number;
  readonly apiKey: string;
}

export async function anOwner(db: Database): Promise<Owner> {
  const now = fromEpochMilliseconds(Date.now());
  const user = await one<{ id: number }>(db, {
    text: `insert into users (public_id, name, email, timezone, verified, created_at)
           values ('u_bench', 'Bench', 'bench@example.org', 'Europe/Berlin', true, $1) returning id`,
    values: [now],
  });
  const account = await one<{ id: number }>(db, { text: "insert into accounts (owner_id) values ($1) returning id", values: [user.id] });
  const { key, hash, hint } = makeKey();
  await insertKey(db, { userId: user.id, name: "Bench", hash, hint, expiresAt: null, now });
  return { userId: user.id, accountId: account.id, apiKey: key };
}

export interface SeededBrand {
  readonly id: number;
  readonly collectionId: number;
}

/** A brand with one collection and the given number of posts: half of them drafts, the others published. */
export async function aBrand(db: Queryable, owner: Owner, posts: number): Promise<SeededBrand> {
  const now = fromEpochMilliseconds(Date.now());
  const brand = await one<{ id: number }>(db, {
    text: `with brand as (
             insert into brands (account_id, title, timezone, created_at, updated_at)
             values ($1, 'Corner Bakery', 'Europe/Berlin', $3, $3) returning id
           ), counted as (
             insert into post_counts (brand_id, part, posts) select id, 0, $2 from brand
           ), member as (
             insert into brand_members (brand_id, user_id, role, created_at) select id, $4, 'owner', $3 from brand
           ) select id from brand`,
    values: [owner.accountId, posts, now, owner.userId],
  });
  const collection = await one<{ id: number }>(db, {
    text: "insert into collections (brand_id, title, created_at, updated_at) values ($1, 'Bread', $2, $2) returning id",
    values: [brand.id, now],
  });
  await query(db, {
    text: `insert into posts (brand_id, collection_id, body, post_type, posting_type, status, post_at, created_at, updated_at)
           select $1, $2, $3, 'TEXT', case n % 2 when 0 then 'DRAFT' else 'NOW' end, case n % 2 when 0 then 'DRAFT' else 'PUBLISHED' end,
             case n % 2 when 0 then null else $4::timestamptz - make_interval(mins => n) end,
             $4::timestamptz - make_interval(mins => n), $4::timestamptz - make_interval(mins => n)
           from generate_series($5::int, 1, -1) n`,
    values: [brand.id, collection.id, CAPTION, now, posts],
  });
  return { id: brand.id, collectionId: collection.id };
}

interface SeededChannel {
  readonly type: ChannelType;
  readonly brand: SeededBrand;
  readonly name: string;
  readonly credentials: unknown;
  readonly settings: unknown;
  /** The service's. */
  readonly secretKey: Buffer;
}

/** A channel of the brand's collection, as if it had been connected. */
export async function aChannel(db: Database, channel: SeededChannel): Promise<void> {
  const { type, brand, name, credentials, settings, secretKey } = channel;
  const { id } = await one<{ id: number }>(db, {
    text: `insert into channels (brand_id, type, name, status, remote_id, handle, settings, created_at, updated_at)
           values ($1, $2, $3, 'ACTIVE', $3, $3, $4, now(), now()) returning id`,
    values: [brand.id, type, name, JSON.stringify(settings)],
  });
  const sealed = createSecrets(secretKey).seal(JSON.stringify(credentials), `channels.credentials:${id}`);
  await query(db, { text: "update channels set credentials = $2 where id = $1", values: [id, sealed] });
  await query(db, {
    text: `insert into collection_channels (collection_id, channel_id, position)
           select $1, $2, count(*) + 1 from collection_channels where collection_id = $1`,
    values: [brand.collectionId, id],
  });
}

/** Updates statistics and visibility map, as autovacuum would within a minute. */
export async function settle(db: Database): Promise<void> {
  await query(db, { text: "vacuum (analyze)" });
  await query(db, { text: "checkpoint" });
}

export async function countPosts(db: Database, brandId: number): Promise<number> {
  const { total } = await one<{ total: number }>(db, { text: "select count(*) total from posts where brand_id = $1", values: [brandId] });
  return total;
}
