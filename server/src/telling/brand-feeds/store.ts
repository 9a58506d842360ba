import type { Instant } from "@rostrum/contract/formats.ts";
import type { MediumOutline } from "@rostrum/contract/medium-facts.ts";
import type { StoredPictures } from "@rostrum/contract/pictures.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import type { FeedChannel, FeedEntry } from "./rules.ts";

export interface FeedRow {
  /** Sealed; null while it is off. */
  readonly token: string | null;
  readonly changedAt: Instant;
}

/** The brand's feed; null if it never was on. */
export async function findFeed(db: Queryable, brandId: number): Promise<FeedRow | null> {
  return maybeOne<FeedRow>(db, { text: `select token, changed_at "changedAt" from brand_feeds where brand_id = $1`, values: [brandId] });
}

/** The brand's feed with another token, or without one: then it is off. */
export async function putFeed(
  tx: Queryable,
  feed: { readonly brandId: number; readonly token: { readonly sealed: string; readonly hash: Buffer } | null; readonly now: Instant },
): Promise<FeedRow> {
  const { brandId, token, now } = feed;
  return one<FeedRow>(tx, {
    text: `insert into brand_feeds (brand_id, token, token_hash, changed_at) values ($1, $2, $3, $4)
           on conflict (brand_id) do update set token = excluded.token, token_hash = excluded.token_hash, changed_at = excluded.changed_at
           returning token, changed_at "changedAt"`,
    values: [brandId, token?.sealed ?? null, token?.hash ?? null, now],
  });
}

export interface OpenFeed {
  readonly brandId: number;
  readonly title: string;
  readonly description: string | null;
  readonly seed: string;
  /** When its address or the words about its brand were last changed. */
  readonly changedAt: Instant;
}

/** The feed of an address. The hash of its token is what names it, so this question alone names no brand. */
export async function findOpenFeed(db: Queryable, hash: Buffer): Promise<OpenFeed | null> {
  return maybeOne<OpenFeed>(db, {
    name: "open_feed",
    text: `select f.brand_id "brandId", b.title, b.description, f.seed, greatest(f.changed_at, b.updated_at) "changedAt"
           from brand_feeds f join brands b on b.id = f.brand_id where f.token_hash = $1`,
    values: [hash],
  });
}

export async function listFeedChannels(db: Queryable, brandId: number): Promise<FeedChannel[]> {
  return query<FeedChannel>(db, {
    name: "feed_channels",
    text: `select id, type, status = 'REMOVED' "isRemoved", settings, preferences, account_preferences "accountPreferences",
             preferences_changed_at "preferencesChangedAt"
           from channels where brand_id = $1`,
    values: [brandId],
  });
}

/** The newest of the brand's posts on networks that have an address there, stories left out: they end after a day. */
export async function listFeedEntries(db: Queryable, { brandId, limit }: { readonly brandId: number; readonly limit: number }) {
  return query<FeedEntry>(db, {
    name: "feed_entries",
    // The first condition must match the partial index's word for word, or PostgreSQL does not use it.
    text: `select d.id, d.publication_id "publicationId", d.channel_id "channelId", d.channel_type "channelType", d.url,
             d.message note, d.published_at "publishedAt", least(d.first_attempt_at, d.published_at) "triedAt",
             p.content -> 'preferences' -> d.channel_id::text own
           from (
             select * from deliveries d
             where d.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') and d.brand_id = $1 and d.status = 'PUBLISHED'
             order by d.published_at desc limit $2
           ) d join publications p on p.id = d.publication_id
           where d.parent_id is null and d.url ~ '^https?://' and d.post_type is distinct from 'STORY'
           order by d.published_at desc, d.id desc`,
    values: [brandId, limit],
  });
}

export interface FeedContent {
  /** Of the entry. */
  readonly id: number;
  readonly body: string;
  readonly link: string | null;
  readonly alt: string | null;
  readonly mediaIds: readonly string[];
  readonly mediaAlts: readonly (string | null)[];
  readonly pictures: StoredPictures | null;
}

/** What the brand's entries say; in no particular order. */
export async function listFeedContents(
  db: Queryable,
  find: { readonly brandId: number; readonly ids: readonly number[] },
): Promise<FeedContent[]> {
  return query<FeedContent>(db, {
    name: "feed_contents",
    text: `select d.id, coalesce(d.body, '') body, p.content ->> 'link' link, p.content ->> 'alt' alt,
             coalesce(nullif(p.content -> 'mediaIds', 'null'), '[]') "mediaIds", coalesce(nullif(p.content -> 'mediaAlts', 'null'), '[]') "mediaAlts",
             nullif(p.content -> 'pictures', 'null') pictures
           from deliveries d join publications p on p.id = d.publication_id where d.brand_id = $1 and d.id = any($2)`,
    values: [find.brandId, find.ids],
  });
}

export interface FeedMedium {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  readonly facts: MediumOutline["facts"];
}

/** Those of the brand's files that are still there. */
export async function listFeedMedia(
  db: Queryable,
  find: { readonly brandId: number; readonly ids: readonly string[] },
): Promise<FeedMedium[]> {
  if (find.ids.length === 0) return [];
  return query<FeedMedium>(db, {
    name: "feed_media",
    text: `select id, name, mime, size_bytes "sizeBytes", width, height, duration_seconds "durationSeconds", facts
           from media where brand_id = $1 and id = any($2)`,
    values: [find.brandId, find.ids],
  });
}
