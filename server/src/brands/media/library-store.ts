import type { Instant } from "@rostrum/contract/formats.ts";
import type { MediaFilter } from "@rostrum/contract/media.ts";
import type { MEDIA_SORTS, MediaUse } from "@rostrum/contract/private/media.ts";
import { inLedger } from "../../ground/database/ledger.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import { MIME_PATTERNS } from "./rules.ts";

export interface LibraryRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  readonly createdAt: Instant;
  readonly description: string | null;
}

export interface LibraryFilter {
  readonly brandId: number;
  readonly type: MediaFilter | null;
  readonly use: "used" | "unused" | null;
  readonly search: string | null;
  readonly id: string | null;
}

const COLUMNS = `m.id, m.name, m.mime "type", m.size_bytes "size", m.width, m.height, m.duration_seconds "durationSeconds", m.created_at "createdAt", m.description`;

/** The ids in use are read once for the whole list: a brand has a limited number of posts. */
const FILTERED = `with used as materialized (
  select unnest(media_ids) id from posts where brand_id = $1 and media_ids <> '{}'
  union select unnest(media_beside(pictures)) from posts where brand_id = $1 and pictures is not null
)`;
const WHERE = `m.brand_id = $1 and ($2::text is null or m.mime ~ $2)
  and ($3::text is null or strpos(lower(m.name), lower($3)) > 0 or strpos(lower(m.description), lower($3)) > 0)
  and ($4::text is null or (m.id in (select id from used)) = ($4 = 'used')) and ($5::text is null or m.id = $5)`;

const ORDERS: Readonly<Record<(typeof MEDIA_SORTS)[number], string>> = {
  newest: "m.number desc",
  oldest: "m.number",
  name: "lower(m.name), m.number",
  largest: "m.size_bytes desc, m.number desc",
};

/** One page of the brand's files. */
export async function listLibraryOf(
  db: Queryable,
  filter: LibraryFilter,
  page: { readonly sort: (typeof MEDIA_SORTS)[number]; readonly limit: number; readonly offset: number },
): Promise<LibraryRow[]> {
  return query<LibraryRow>(db, {
    text: `${FILTERED} select ${COLUMNS} from media m where ${WHERE} order by ${ORDERS[page.sort]} limit $6 offset $7`,
    values: [...valuesOf(filter), page.limit, page.offset],
  });
}

export async function countLibraryOf(db: Queryable, filter: LibraryFilter): Promise<number> {
  const row = await one<{ total: number }>(db, {
    text: `${FILTERED} select count(*) total from media m where ${WHERE}`,
    values: valuesOf(filter),
  });
  return row.total;
}

function valuesOf({ brandId, type, use, search, id }: LibraryFilter): unknown[] {
  return [brandId, type && MIME_PATTERNS[type], search === "" ? null : search, use, id];
}

export interface UseRow extends MediaUse {
  readonly mediaId: string;
  /** Of the medium, in all posts. */
  readonly count: number;
}

const LEAVING = "p.leaving_at is not null";
const STATE = `case when ${LEAVING} then 'LEAVING' when p.status = 'PUBLISHED' then 'PUBLISHED' when p.status = 'DRAFT' then 'DRAFT'
  when p.posting_type = 'QUEUE' then 'QUEUED' else 'SCHEDULED' end`;
/** It will be published, or published again. */
const NEEDS = `(p.status <> 'PUBLISHED' or ${LEAVING} or p.rejoin_at is not null)`;

const ALL_FILES = "unnest(p.media_ids || media_beside(p.pictures)) file (id)";
const HAS_SOME = `p.brand_id = $1 and p.media_ids <> '{}'
  and (p.media_ids && $2::text[] or p.pictures is not null and media_beside(p.pictures) && $2::text[])`;

/** The posts that use these media: of each medium the first `each`, those that have not been published before the others. */
export async function listUses(
  db: Queryable,
  find: { readonly brandId: number; readonly ids: readonly string[]; readonly each: number },
): Promise<UseRow[]> {
  if (find.ids.length === 0) return [];
  return query<UseRow>(db, {
    text: `with uses as (
             select used.id media_id, p.id, left(coalesce(nullif(p.title, ''), p.body), 80) text, ${STATE} state,
               case when p.queue_rank is null then p.post_at else (select at from queue_dates where post_id = p.id) end at,
               row_number() over (partition by used.id order by ${NEEDS} desc, p.id desc) place, count(*) over (partition by used.id) count
             from posts p cross join lateral (select distinct id from ${ALL_FILES}) used
             where ${HAS_SOME} and used.id = any($2::text[])
           )
           select media_id "mediaId", id "postId", text, state, at, count from uses where place <= $3 order by media_id, place`,
    values: [find.brandId, find.ids, find.each],
  });
}

export interface Sum {
  readonly files: number;
  readonly bytes: number;
}

export async function sumLibrary(db: Queryable, brandId: number): Promise<{ readonly all: Sum; readonly unused: Sum }> {
  return one<{ all: Sum; unused: Sum }>(db, {
    text: `${FILTERED}, sums as (
             select count(*) files, coalesce(sum(size_bytes), 0)::bigint bytes, count(*) filter (where unused) idle,
               coalesce(sum(size_bytes) filter (where unused), 0)::bigint idle_bytes
             from (select size_bytes, id not in (select id from used) unused from media where brand_id = $1) m
           )
           select jsonb_build_object('files', files, 'bytes', bytes) "all", jsonb_build_object('files', idle, 'bytes', idle_bytes) unused from sums`,
    values: [brandId],
  });
}

/** What the media of the brand's account take, in all of its brands. */
export async function findAccountBytes(db: Queryable, brandId: number): Promise<number> {
  const row = await maybeOne<{ bytes: number }>(db, {
    text: "select k.bytes from media_bytes k join brands b using (account_id) where b.id = $1",
    values: [brandId],
  });
  return row?.bytes ?? 0;
}

export async function changeName(
  db: Queryable,
  change: { readonly brandId: number; readonly id: string; readonly name: string; readonly now: Instant },
): Promise<void> {
  const { brandId, id, name, now } = change;
  const text = "update media set name = $3, updated_at = $4 where brand_id = $1 and id = $2";
  await execute(db, { text, values: [brandId, id, name, now] });
}

export async function changeDescription(
  db: Queryable,
  change: { readonly brandId: number; readonly id: string; readonly description: string | null; readonly now: Instant },
): Promise<void> {
  const { brandId, id, description, now } = change;
  const text = "update media set description = $3, updated_at = $4 where brand_id = $1 and id = $2";
  await execute(db, { text, values: [brandId, id, description, now] });
}

export interface Deletable {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly size: number;
  readonly storageKey: string;
  /** Variants of the files that were made of it. */
  readonly variants: readonly string[];
}

/** Keeps the brand with its account until the transaction ends: who hands it over counts what its media take. */
export async function holdBrand(tx: Queryable, brandId: number): Promise<void> {
  await query(tx, { text: "select from brands where id = $1 for share", values: [brandId] });
}

/** Locks media of the brand until the transaction ends: nobody can put one into a new post meanwhile. */
export async function lockMedia(tx: Queryable, find: { readonly brandId: number; readonly ids: readonly string[] }): Promise<Deletable[]> {
  return query<Deletable>(tx, {
    text: `select id, name, description, size_bytes "size", storage_key "storageKey",
             coalesce((select jsonb_agg(variant) from derived_media where media_id = media.id), '[]') variants
           from media where brand_id = $1 and id = any($2) order by id for update`,
    values: [find.brandId, find.ids],
  });
}

export interface Need {
  readonly mediaId: string;
  readonly why: "post" | "publication" | "undecided" | "receiver";
  /** Of the post: the beginning of its title or text. */
  readonly text: string;
}

/** What is not listed is under way, or was cancelled with its post. */
const NEEDING = inLedger("d", "$1", {
  unlisted: "d.status <> 'cancelled'",
  listed:
    "d.status = 'RETRYING' or d.status = 'FAILED' and d.reason = 'undecided' or (d.status = 'SENT' or d.status = 'PUBLISHED' and d.channel_type = 'Social Media') and d.published_at > $3",
});

/**
 * What still needs these media: posts that will be published, publications under way, those whose outcome is undecided and which may
 * be sent again, and receivers that were sent links and may fetch them since `linksSince`.
 */
export async function listNeeds(
  tx: Queryable,
  find: { readonly brandId: number; readonly ids: readonly string[]; readonly linksSince: Instant },
): Promise<Need[]> {
  return query<Need>(tx, {
    text: `select file.id "mediaId", 'post' why, left(coalesce(nullif(p.title, ''), p.body), 80) text
           from posts p cross join lateral ${ALL_FILES}
           where ${HAS_SOME} and file.id = any($2::text[]) and ${NEEDS}
           union
           select file.id, case when d.status = 'SENT' then 'receiver' when d.status = 'FAILED' then 'undecided' else 'publication' end,
             left(coalesce(nullif(l.content ->> 'title', ''), l.content ->> 'text'), 80)
           from deliveries d join publications l on l.id = d.publication_id
             cross join lateral (
               select jsonb_array_elements_text(l.content -> 'mediaIds') id
               union all select unnest(media_beside(nullif(l.content -> 'pictures', 'null')))
             ) file
           where ${NEEDING} and d.parent_id is null and file.id = any($2::text[])`,
    values: [find.brandId, find.ids, find.linksSince],
  });
}

/** Deletes media that the caller has locked, in a brand that it holds; their bytes count no longer. */
export async function removeMedia(
  tx: Queryable,
  remove: { readonly brandId: number; readonly media: readonly Deletable[] },
): Promise<void> {
  const { brandId, media } = remove;
  await execute(tx, { text: "delete from media where brand_id = $1 and id = any($2)", values: [brandId, media.map(({ id }) => id)] });
  await execute(tx, {
    text: "update media_bytes k set bytes = greatest(0, k.bytes - $2::bigint) from brands b where b.id = $1 and k.account_id = b.account_id",
    values: [brandId, media.reduce((sum, { size }) => sum + size, 0)],
  });
}
