import type { BrandPostsQuery, PostsQuery, PostView } from "@rostrum/contract/posts.ts";
import { type Listing, offsetOf, orderOf, Parameters, readPage, type Way } from "../database/page.ts";
import { one, type Queryable } from "../database/query.ts";
import { statementName } from "../database/statement-name.ts";
import { knownKinds, totalExpression } from "../totals/expression-store.ts";
import { isNearEnd, isRare, type Period, passedOf, periodOf, type Reach, wholeDays } from "../totals/rules.ts";
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
  if (filter.page === 1 && isPlain(asked)) return read(db, filter, asked, { gathers: false, fromEnd: false, byKind: false });
  const { found, among } = await sizesOf(db, asked);
  const reach = { found, among, offset: offsetOf(filter), limit: filter.perPage };
  const byKind = !isPlain(asked) && (filter.sortBy === "post_date" || (filter.sortBy === "title" && passedOf(reach) <= TITLES_PASSED_MAX));
  return read(db, filter, asked, { gathers: gathers(asked, filter, reach), fromEnd: isNearEnd(reach), byKind });
}

interface PostsWay extends Way {
  /** Reads the posts of each kind in an order of their own. */
  readonly byKind: boolean;
}

/** The indexes of titles do not hold the titles themselves, so what lies before the page is read from the rows, once for each kind. */
const TITLES_PASSED_MAX = 1000;

function gathers(asked: Asked, filter: Filter, reach: Reach): boolean {
  if (isPlain(asked)) return false;
  if (asked.period !== null && filter.sortBy !== "created_at") return reach.found <= reach.among / 2;
  return isRare(filter.sortBy === "title" ? reach : { ...reach, among: reach.among / PASSED_PER_ROW });
}

/**
 * All indexes by which a list is read but the title's hold the columns of the filters: what they leave out is passed without a look at
 * its row, in about this part of the time that a row takes which is found to be sorted.
 */
const PASSED_PER_ROW = 8;

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

function read(db: Queryable, filter: Filter, asked: Asked, way: PostsWay): Promise<{ rows: PostRow[]; total: number }> {
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
  const source = sourceOf(listing, asked, { filter, parameters, way });
  return readPage<PostRow>(db, { ...listing, ...(source === null ? {} : { source }) }, way, { place: filter, parameters });
}

const SORTS: Readonly<Record<Filter["sortBy"], Pick<Listing, "key" | "hasNulls">>> = {
  id: { key: null, hasNulls: false },
  // Matches the index, which ignores case.
  title: { key: "lower(p.title)", hasNulls: true },
  post_date: { key: POST_AT, hasNulls: true },
  created_at: { key: "p.created_at", hasNulls: false },
  updated_at: { key: "p.updated_at", hasNulls: false },
};

interface Reading {
  readonly filter: Filter;
  readonly parameters: Parameters;
  readonly way: PostsWay;
}

/** Where ids and keys are read from, if not simply from the table; null if they are. */
function sourceOf(listing: Listing, asked: Asked, reading: Reading): string | null {
  const { filter, way } = reading;
  const isByDate = filter.sortBy === "post_date";
  if (way.gathers || (!isByDate && !way.byKind)) return null;
  const own = isByDate ? { ...listing, key: "p.post_at", where: `${listing.where} and p.queue_rank is null` } : listing;
  const others = way.byKind ? kindsOf(own, asked, reading) : `(${firstOf(own, reading)})`;
  return isByDate ? withQueued(others, listing) : others;
}

/** The dates of queued posts are elsewhere, so these are read in full. */
function withQueued(others: string, { where }: Listing): string {
  return `${others}
    union all
    (select p.id, q.at from posts p left join queue_dates q on q.post_id = p.id
      where ${where} and p.queue_rank is not null and p.collection_id in (select id from collections where brand_id = p.brand_id))`;
}

/** The columns with which the indexes of a kind begin, after the brand. */
const KIND = ["status", "posting_type", "post_type"];

/**
 * Ids and keys of posts, at least those of the page, in the order of the indexes of each kind: as many of each as the page may reach,
 * with a key and without. Posts of one kind lie together in an order (drafts have no date, what is scheduled is latest), so that one
 * index for all kinds would lead past all of them to find those that a filter leaves.
 */
function kindsOf(listing: Listing, asked: Asked, reading: Reading): string {
  const { where, key } = listing;
  const isOfKind = KIND.map((column) => `p.${column} = kind.${column}`).join(" and ");
  const isByTitle = reading.filter.sortBy === "title";
  const branches = ["is not null", "is null"].map((filled) => {
    const kind = `${isOfKind} and ${key} ${filled}`;
    // Posts that were made in a period lie together in the order of their dates, and may be far from both its ends.
    return isByTitle || asked.period === null
      ? firstInOrder({ ...listing, where: isByTitle ? kind : `${kind} and p.queue_rank is null`, hasNulls: false }, asked, reading)
      : firstOf({ ...listing, where: `${where} and ${kind}`, hasNulls: false }, reading);
  });
  const kinds = knownKinds({ noun: "post", cells: cellsOf(asked, reading.parameters) }, KIND.join(", "));
  return `select first.id, first.sort_key from (${kinds}) kind cross join lateral (
      ${branches.map((branch) => `(${branch})`).join("\n      union all\n      ")}
    ) first`;
}

/** Ids and keys of as many posts as the page may reach. */
function firstOf(listing: Listing, reading: Reading): string {
  const { key, where } = listing;
  return `select p.id, ${key} sort_key from posts p where ${where} order by ${orderOf(listing, key, "p.id", reading.way)}
      limit ${reachOf(listing, reading)}`;
}

/**
 * The same, where an index leads through all posts of a kind and what else is asked for is looked up in their rows. PostgreSQL does not
 * know that a collection belongs to its brand, expects few posts that are of both, and would sort all of them: hence the `offset 0`,
 * beyond which it looks at the collection only afterwards.
 */
function firstInOrder(listing: Listing, asked: Asked, reading: Reading): string {
  const { key, where } = listing;
  const { parameters, way } = reading;
  const all = conditions({ ...asked, equal: [], view: null, period: null }, parameters);
  return `select id, sort_key from (
        select p.id, ${key} sort_key, p.collection_id, p.status, p.posting_type, p.post_type, p.created_at, p.brand_id
        from posts p where ${all} and ${where} order by ${orderOf(listing, key, "p.id", way)} offset 0
      ) p where ${conditions(asked, parameters)} limit ${reachOf(listing, reading)}`;
}

/** How many posts a page may reach, from the end by which it is read. */
function reachOf({ total }: Listing, { filter, parameters, way }: Reading): string {
  const [limit, offset] = [`${parameters.at("limit", filter.perPage)}::bigint`, `${parameters.at("offset", offsetOf(filter))}::bigint`];
  return way.fromEnd ? `greatest(0, (${total}) - ${offset})` : `${limit} + ${offset}`;
}

/** Exactly how many posts the filters leave, as an expression. */
function totalOf(asked: Asked, parameters: Parameters): string {
  const brand = parameters.at("brand_id", asked.brandId);
  if (isPlain(asked)) return `select ${POSTS_COUNT} from post_counts where brand_id = ${brand}`;
  const days = asked.period === null ? null : wholeDays(asked.period);
  if (asked.period !== null && days === null) return counted(asked, parameters);
  const cells = cellsOf(asked, parameters);
  const isOfDaysAlone = asked.equal.length === 0 && asked.view === null;
  const countedIn = (period: Period, name: string) => counted({ ...asked, period }, parameters, name);
  return totalExpression({ noun: "post", amount: "posts", cells, isOfDaysAlone, days, counted: countedIn }, parameters);
}

/** What is asked for without the period, as conditions on columns of the totals. */
function cellsOf({ brandId, equal, view }: Asked, parameters: Parameters): string[] {
  const brand = `brand_id = ${parameters.at("brand_id", brandId)}`;
  const equals = equal.map(({ column, value }) => `${column} = ${parameters.at(column, value)}`);
  return [brand, ...equals, ...(view === null ? [] : [VIEWS[view]])];
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
