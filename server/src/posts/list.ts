import type { BrandPostsQuery, PostsQuery, PostView } from "@rostrum/contract/posts.ts";
import { type Listing, offsetOf, orderOf, Parameters, readPage, type Way } from "../database/page.ts";
import { one, type Queryable } from "../database/query.ts";
import { statementName } from "../database/statement-name.ts";
import { totalExpression } from "../totals/expression-store.ts";
import { isNearEnd, isRare, type Period, periodOf, type Reach, wholeDays } from "../totals/rules.ts";
import { POST_AT, POST_COLUMNS, POSTS_COUNT, type PostRow } from "./store.ts";

type Filter = PostsQuery & Partial<BrandPostsQuery>;

/**
 * Lists of posts. The SQL text depends on which filters are given and on how many posts they leave, never on their values, so that
 * each shape is prepared once per connection and planned with only the conditions in use.
 */
export async function listPosts(
  db: Queryable,
  scope: { brandId: number; collectionId: number | null },
  filter: Filter,
): Promise<{ rows: PostRow[]; total: number }> {
  const asked = ask(scope, filter);
  if (filter.page === 1 && isPlain(asked)) return read(db, filter, asked, { gathers: false, fromEnd: false });
  const { found, among } = await sizesOf(db, asked);
  const reach = { found, among, offset: offsetOf(filter), limit: filter.perPage };
  return read(db, filter, asked, { gathers: gathers(asked, filter, reach), fromEnd: isNearEnd(reach) });
}

function gathers(asked: Asked, filter: Filter, reach: Reach): boolean {
  if (isPlain(asked)) return false;
  if (asked.period !== null && filter.sortBy !== "created_at") return reach.found <= reach.among / 2;
  return isRare(reach);
}

interface Asked {
  readonly brandId: number;
  /** Columns that a post has to equal, all of them among those of the totals. */
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

/** How many posts the filters leave, and how many the brand has. */
async function sizesOf(db: Queryable, asked: Asked): Promise<{ readonly found: number; readonly among: number }> {
  const parameters = new Parameters();
  const among = totalOf({ brandId: asked.brandId, equal: [], view: null, period: null }, parameters);
  const text = `select (${totalOf(asked, parameters)}) found, (${among}) among`;
  return one(db, { name: statementName(text), text, values: parameters.values });
}

function read(db: Queryable, filter: Filter, asked: Asked, way: Way): Promise<{ rows: PostRow[]; total: number }> {
  const parameters = new Parameters();
  const where = conditions(asked, parameters);
  const listing: Listing = {
    columns: POST_COLUMNS,
    table: "posts p",
    where,
    total: totalOf(asked, parameters),
    ...SORTS[filter.sortBy],
    direction: filter.sortOrder,
  };
  const isByDate = filter.sortBy === "post_date" && !way.gathers;
  const source = isByDate ? { source: datesOf(listing, way, parameters, filter) } : {};
  return readPage<PostRow>(db, { ...listing, ...source }, way, { place: filter, parameters });
}

const SORTS: Readonly<Record<Filter["sortBy"], Pick<Listing, "key" | "hasNulls">>> = {
  id: { key: null, hasNulls: false },
  // Matches the index, which ignores case.
  title: { key: "lower(p.title)", hasNulls: true },
  post_date: { key: POST_AT, hasNulls: true },
  created_at: { key: "p.created_at", hasNulls: false },
  updated_at: { key: "p.updated_at", hasNulls: false },
};

/**
 * Ids and dates of posts, at least those of the page: the dates of queued posts are elsewhere, so these are read in full, and of the
 * others as many as the page may reach, in the order of their index.
 */
function datesOf(listing: Listing, way: Way, parameters: Parameters, filter: Filter): string {
  const [limit, offset] = [`${parameters.at("limit", filter.perPage)}::bigint`, `${parameters.at("offset", offsetOf(filter))}::bigint`];
  const reached = way.fromEnd ? `greatest(0, (${listing.total}) - ${offset})` : `${limit} + ${offset}`;
  return `(select p.id, p.post_at sort_key from posts p where ${listing.where} and p.queue_rank is null
      order by ${orderOf(listing, "p.post_at", "p.id", way)} limit ${reached})
    union all
    (select p.id, q.at from posts p left join queue_dates q on q.post_id = p.id
      where ${listing.where} and p.queue_rank is not null and p.collection_id in (select id from collections where brand_id = p.brand_id))`;
}

/** Exactly how many posts the filters leave, as an expression. */
function totalOf(asked: Asked, parameters: Parameters): string {
  const brand = parameters.at("brand_id", asked.brandId);
  if (isPlain(asked)) return `select ${POSTS_COUNT} from post_counts where brand_id = ${brand}`;
  const days = asked.period === null ? null : wholeDays(asked.period);
  if (asked.period !== null && days === null) return counted(asked, parameters);
  const cells = [`brand_id = ${brand}`, ...asked.equal.map(({ column, value }) => `${column} = ${parameters.at(column, value)}`)];
  if (asked.view !== null) cells.push(VIEWS[asked.view]);
  const isOfDaysAlone = asked.equal.length === 0 && asked.view === null;
  const countedIn = (period: Period, name: string) => counted({ ...asked, period }, parameters, name);
  return totalExpression({ noun: "post", amount: "posts", cells, isOfDaysAlone, days, counted: countedIn }, parameters);
}

function counted(asked: Asked, parameters: Parameters, period = "period"): string {
  return `select count(*) from posts p where ${conditions(asked, parameters, period)}`;
}

/** `period`: its name among the parameters. */
function conditions(asked: Asked, parameters: Parameters, period = "period"): string {
  const parts = [`p.brand_id = ${parameters.at("brand_id", asked.brandId)}`];
  for (const { column, value } of asked.equal) parts.push(`p.${column} = ${parameters.at(column, value)}`);
  if (asked.view !== null) parts.push(VIEWS[asked.view]);
  const { from, to } = asked.period ?? { from: null, to: null };
  if (from !== null) parts.push(`p.created_at >= ${parameters.at(`${period} from`, from)}`);
  if (to !== null) parts.push(`p.created_at < ${parameters.at(`${period} to`, to)}`);
  return parts.join(" and ");
}

/** `docs/posts.md#lists`. Their columns are those of the totals too. */
const VIEWS: Readonly<Record<PostView, string>> = {
  QUEUE: "status = 'PENDING' and posting_type = 'QUEUE'",
  SCHEDULED: "status = 'PENDING' and posting_type in ('SCHEDULE', 'NOW')",
  DRAFT: "status = 'DRAFT'",
  PUBLISHED: "status = 'PUBLISHED'",
};
