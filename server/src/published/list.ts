import type { ChannelType } from "@rostrum/contract/channels.ts";
import { type Instant, parseUtc } from "@rostrum/contract/formats.ts";
import type { PostType } from "@rostrum/contract/posts.ts";
import type { EntryStatus, PublishedQuery } from "@rostrum/contract/published.ts";
import { offsetOf } from "../database/page.ts";
import { one, type Queryable, query } from "../database/query.ts";
import { statementName } from "../database/statement-name.ts";
import { searchPattern } from "./rules.ts";

export interface EntryRow {
  readonly id: number;
  readonly postId: number | null;
  readonly collectionId: number | null;
  readonly channelId: number | null;
  readonly channelName: string | null;
  readonly channelType: ChannelType | null;
  readonly postType: PostType | null;
  readonly body: string | null;
  readonly url: string | null;
  readonly status: EntryStatus;
  readonly message: string | null;
  readonly publishedAt: Instant;
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
}

const COLUMNS = `d.id, d.post_id "postId", d.collection_id "collectionId", d.channel_id "channelId", d.channel_name "channelName",
  d.channel_type "channelType", d.post_type "postType", d.body, d.url, d.status, d.message, d.published_at "publishedAt",
  d.likes, d.comments, d.shares`;

/** Must match the partial indexes' condition word for word, or PostgreSQL does not use them. */
const LISTED = "d.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING')";

/** A page of the brand's published entries. The SQL depends on which filters are set, never on their values. */
export async function listEntries(db: Queryable, brandId: number, filter: PublishedQuery): Promise<{ rows: EntryRow[]; total: number }> {
  const { where, values } = conditions(brandId, filter);
  const direction = filter.sortOrder;
  const order = filter.sortBy === "id" ? `d.id ${direction}` : `d.${filter.sortBy} ${direction}, d.id ${direction}`;
  const from = `from deliveries d where ${where}`;
  const text = `select ${COLUMNS}, (select count(*) ${from}) total ${from} order by ${order} limit $${values.length + 1} offset $${values.length + 2}`;
  const rows = await query<EntryRow & { total: number }>(db, {
    name: statementName(text),
    text,
    values: [...values, filter.perPage, offsetOf(filter)],
  });
  if (rows[0] !== undefined) return { rows, total: rows[0].total };
  if (filter.page === 1) return { rows, total: 0 };
  return { rows, ...(await one<{ total: number }>(db, { text: `select count(*) total ${from}`, values })) };
}

function conditions(brandId: number, filter: PublishedQuery): { where: string; values: unknown[] } {
  const parts: string[] = [LISTED];
  const values: unknown[] = [];
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined || value === "") return;
    values.push(value);
    parts.push(condition(`$${values.length}`));
  };
  add((place) => `d.brand_id = ${place}`, brandId);
  add((place) => `d.status = ${place}`, filter.status);
  add((place) => `d.collection_id = ${place}`, filter.collectionId);
  add((place) => `d.channel_id = ${place}`, filter.channelId);
  add((place) => `d.post_id = ${place}`, filter.postId);
  add((place) => `d.post_type = ${place}`, filter.postType);
  add((place) => `d.search_text like ${place}`, filter.search && searchPattern(filter.search));
  add((place) => `d.published_at >= ${place}`, filter.publishedFrom && parseUtc(filter.publishedFrom));
  // The format has whole seconds, so include all of the last one.
  add((place) => `d.published_at < ${place}::timestamptz + interval '1 second'`, filter.publishedTo && parseUtc(filter.publishedTo));
  return { where: parts.join(" and "), values };
}
