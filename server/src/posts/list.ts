import { parseUtc } from "@rostrum/contract/formats.ts";
import { PAGE_SIZE_MAX } from "@rostrum/contract/limits.ts";
import type { BrandPostsQuery, PostsQuery, PostView } from "@rostrum/contract/posts.ts";
import { offsetOf } from "../database/page.ts";
import { one, type Queryable, query } from "../database/query.ts";
import { statementName } from "../database/statement-name.ts";
import { POST_AT, POST_COLUMNS, POSTS_COUNT, type PostRow } from "./store.ts";

/**
 * Lists of posts. The text of a statement depends on which filters are there, never on their values, so that each shape
 * is prepared once per connection and its plan sees only conditions that count.
 */
export async function listPosts(
  db: Queryable,
  scope: { brandId: number; collectionId: number | null },
  filter: PostsQuery & Partial<BrandPostsQuery>,
): Promise<{ rows: PostRow[]; total: number }> {
  const { where, values } = conditions(scope, filter);
  const order = ORDER[filter.sortBy](filter.sortOrder);
  const from = `from posts p where ${where}`;
  // The whole brand is counted already; what is narrowed by any condition is counted now.
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
 * PostgreSQL keeps a plan only when it is no dearer than one for the values at hand, and it guesses an unknown limit at a
 * tenth of all rows: with the known bound inside, the first page is not planned anew each time, which costs as much as it.
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
  // The format has whole seconds: the last second counts as a whole.
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

/** Ties break by id in the same direction; what is null sorts last either way. */
const ORDER: Readonly<Record<PostsQuery["sortBy"], (direction: Direction) => string>> = {
  id: (direction) => `p.id ${direction}`,
  // As the index has it, whatever the case.
  title: (direction) => `lower(p.title) ${direction} nulls last, p.id ${direction}`,
  post_date: (direction) => `${POST_AT} ${direction} nulls last, p.id ${direction}`,
  created_at: (direction) => `p.created_at ${direction}, p.id ${direction}`,
  updated_at: (direction) => `p.updated_at ${direction}, p.id ${direction}`,
};
