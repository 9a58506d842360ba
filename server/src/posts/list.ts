import { parseUtc } from "@rostrum/contract/formats.ts";
import { PAGE_SIZE_MAX } from "@rostrum/contract/limits.ts";
import type { BrandPostsQuery, PostsQuery, PostView } from "@rostrum/contract/posts.ts";
import { offsetOf } from "../database/page.ts";
import { one, type Queryable, query } from "../database/query.ts";
import { statementName } from "../database/statement-name.ts";
import { POST_AT, POST_COLUMNS, POSTS_COUNT, type PostRow } from "./store.ts";

/**
 * Lists of posts. The SQL text depends on which filters are given, never on their values, so that each shape is prepared once per
 * connection and planned with only the conditions in use.
 */
export async function listPosts(
  db: Queryable,
  scope: { brandId: number; collectionId: number | null },
  filter: PostsQuery & Partial<BrandPostsQuery>,
): Promise<{ rows: PostRow[]; total: number }> {
  const { where, values } = conditions(scope, filter);
  const order = ORDER[filter.sortBy](filter.sortOrder);
  const from = `from posts p where ${where}`;
  // The brand's total is kept in a table; a filtered list is counted here.
  const isWholeBrand = values.length === 1 && filter.view === undefined;
  const count = isWholeBrand ? `select ${POSTS_COUNT} from post_counts where brand_id = $1` : `select count(*) ${from}`;
  const ordered = `select ${POST_COLUMNS}, (${count}) total ${from} order by ${order}`;
  const { text, more } = filter.page === 1 ? firstPage(ordered, values.length, filter) : laterPage(ordered, values.length, filter);
  const rows = await query<PostRow & { total: number }>(db, { name: statementName(text), text, values: [...values, ...more] });
  if (rows[0] !== undefined) return { rows, total: rows[0].total };
  if (filter.page === 1) return { rows, total: 0 };
  return { rows, ...(await one<{ total: number }>(db, { text: `select (${count}) total`, values })) };
}

interface Paged {
  readonly text: string;
  readonly more: readonly number[];
}

/**
 * PostgreSQL caches a generic plan only if it looks no more expensive than a custom one, and it assumes that an unknown limit
 * returns a tenth of all rows. With a constant bound in the query the first page is not replanned each time, which would double
 * its cost.
 */
function firstPage(ordered: string, known: number, filter: PostsQuery): Paged {
  return { text: `select * from (${ordered} limit ${PAGE_SIZE_MAX}) page limit $${known + 1}`, more: [filter.perPage] };
}

function laterPage(ordered: string, known: number, filter: PostsQuery): Paged {
  return { text: `${ordered} limit $${known + 1} offset $${known + 2}`, more: [filter.perPage, offsetOf(filter)] };
}

function conditions(
  scope: { brandId: number; collectionId: number | null },
  filter: PostsQuery & Partial<BrandPostsQuery>,
): { where: string; values: unknown[] } {
  const parts: string[] = [];
  const values: unknown[] = [];
  const add = (condition: (place: string) => string, value: unknown) => {
    if (value === undefined || value === null) return;
    values.push(value);
    parts.push(condition(`$${values.length}`));
  };
  add((place) => `p.brand_id = ${place}`, scope.brandId);
  add((place) => `p.collection_id = ${place}`, scope.collectionId ?? filter.collectionId);
  add((place) => `p.status = ${place}`, filter.status);
  add((place) => `p.post_type = ${place}`, filter.postType);
  add((place) => `p.posting_type = ${place}`, filter.postingType);
  add((place) => `p.created_at >= ${place}`, filter.createdFrom && parseUtc(filter.createdFrom));
  // The format has whole seconds, so the end includes its whole second.
  add((place) => `p.created_at < ${place}::timestamptz + interval '1 second'`, filter.createdTo && parseUtc(filter.createdTo));
  if (filter.view) parts.push(VIEWS[filter.view]);
  return { where: parts.join(" and "), values };
}

/** `docs/posts.md#lists`. */
const VIEWS: Readonly<Record<PostView, string>> = {
  QUEUE: "p.status = 'PENDING' and p.posting_type = 'QUEUE'",
  SCHEDULED: "p.status = 'PENDING' and p.posting_type in ('SCHEDULE', 'NOW')",
  DRAFT: "p.status = 'DRAFT'",
  PUBLISHED: "p.status = 'PUBLISHED'",
};

type Direction = PostsQuery["sortOrder"];

/** Ties are broken by id in the same direction; nulls come last either way. */
const ORDER: Readonly<Record<PostsQuery["sortBy"], (direction: Direction) => string>> = {
  id: (direction) => `p.id ${direction}`,
  // Matches the index, which ignores case.
  title: (direction) => `lower(p.title) ${direction} nulls last, p.id ${direction}`,
  post_date: (direction) => `${POST_AT} ${direction} nulls last, p.id ${direction}`,
  created_at: (direction) => `p.created_at ${direction}, p.id ${direction}`,
  updated_at: (direction) => `p.updated_at ${direction}, p.id ${direction}`,
};
