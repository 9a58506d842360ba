import type { BrandPostsQuery, PostsQuery, PostView } from "@rostrum/contract/posts.ts";
import { type Listing, Parameters, readPage } from "../../ground/database/page.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { type Period, periodOf } from "../totals/rules.ts";
import { POST_AT, POST_COLUMNS, POSTS_COUNT, type PostRow } from "./store.ts";

type Filter = PostsQuery & Partial<BrandPostsQuery>;

/**
 * Lists of posts. The brand's posts that the filters leave are found by one index, counted and sorted: a brand has at most some thousands. The
 * SQL text depends on which filters are given, never on their values, so that each shape is prepared once per connection and planned
 * with only the conditions in use.
 */
export async function listPosts(
  db: Queryable,
  scope: { brandId: number; collectionId: number | null },
  filter: Filter,
): Promise<{ rows: PostRow[]; total: number }> {
  const asked = ask(scope, filter);
  const parameters = new Parameters();
  // How many a brand has is known, and the index has them in the order of their ids.
  const isInOrder = isPlain(asked) && filter.sortBy === "id";
  const listing: Listing = {
    columns: POST_COLUMNS,
    table: "posts p",
    where: conditions(asked, parameters),
    total: isInOrder ? `select ${POSTS_COUNT} from post_counts where brand_id = ${parameters.at("brand_id", asked.brandId)}` : COUNTED,
    ...SORTS[filter.sortBy],
    direction: filter.sortOrder,
  };
  return readPage<PostRow>(db, listing, { gathers: !isInOrder, fromEnd: false }, { place: filter, parameters });
}

const COUNTED = "select count(*) from found";

interface Asked {
  readonly brandId: number;
  /** Columns that a post has to equal. */
  readonly equal: readonly { readonly column: string; readonly value: unknown }[];
  readonly view: PostView | null;
  readonly period: Period | null;
}

function ask(scope: { brandId: number; collectionId: number | null }, filter: Filter): Asked {
  const equal = [
    { column: "collection_id", value: scope.collectionId ?? filter.collectionId },
    { column: "status", value: filter.status },
    { column: "post_type", value: filter.postType },
    { column: "posting_type", value: filter.postingType },
  ].filter(({ value }) => value !== undefined && value !== null);
  return { brandId: scope.brandId, equal, view: filter.view ?? null, period: periodOf(filter.createdFrom, filter.createdTo) };
}

function isPlain({ equal, view, period }: Asked): boolean {
  return equal.length === 0 && view === null && period === null;
}

const SORTS: Readonly<Record<Filter["sortBy"], Pick<Listing, "key" | "hasNulls">>> = {
  id: { key: null, hasNulls: false },
  title: { key: "lower(p.title)", hasNulls: true },
  post_date: { key: POST_AT, hasNulls: true },
  created_at: { key: "p.created_at", hasNulls: false },
  updated_at: { key: "p.updated_at", hasNulls: false },
};

function conditions(asked: Asked, parameters: Parameters): string {
  const parts = [`p.brand_id = ${parameters.at("brand_id", asked.brandId)}`];
  for (const { column, value } of asked.equal) parts.push(`p.${column} = ${parameters.at(column, value)}`);
  if (asked.view !== null) parts.push(VIEWS[asked.view]);
  const { from, to } = asked.period ?? { from: null, to: null };
  if (from !== null) parts.push(`p.created_at >= ${parameters.at("from", from)}`);
  if (to !== null) parts.push(`p.created_at < ${parameters.at("to", to)}`);
  return parts.join(" and ");
}

/** `docs/posts.md#lists`. */
const VIEWS: Readonly<Record<PostView, string>> = {
  QUEUE: "p.status = 'PENDING' and p.posting_type = 'QUEUE'",
  SCHEDULED: "p.status = 'PENDING' and p.posting_type in ('SCHEDULE', 'NOW')",
  DRAFT: "p.status = 'DRAFT'",
  PUBLISHED: "p.status = 'PUBLISHED'",
};
