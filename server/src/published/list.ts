import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { PostType } from "@rostrum/contract/posts.ts";
import type { EntryStatus, PublishedQuery } from "@rostrum/contract/published.ts";
import { isListed } from "../database/ledger.ts";
import { type Listing, offsetOf, Parameters, readPage, type Way } from "../database/page.ts";
import { one, type Queryable } from "../database/query.ts";
import { statementName } from "../database/statement-name.ts";
import { totalExpression } from "../totals/expression-store.ts";
import { isNearEnd, isRare, type Period, periodOf, type Reach, wholeDays } from "../totals/rules.ts";
import { searchPattern, searchText } from "./rules.ts";

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

const LISTED = isListed("d");

/** Up to so many entries a search reads them all: in the search index every entry of the brand would have to be looked up by itself. */
const READ_FOR_SEARCH_MAX = 10_000;

/**
 * A page of the brand's published entries. The SQL depends on which filters are set and on how many entries they leave, never on
 * their values, so that each shape is prepared once per connection.
 */
export async function listEntries(db: Queryable, brandId: number, filter: PublishedQuery): Promise<{ rows: EntryRow[]; total: number }> {
  const asked = ask(brandId, filter);
  if (filter.page === 1 && isPlain(asked)) return read(db, filter, asked, { gathers: false, fromEnd: false });
  const { found, among } = await sizesOf(db, asked);
  if (asked.search !== null)
    return read(
      db,
      filter,
      { ...asked, readsAll: found <= READ_FOR_SEARCH_MAX || isShort(asked.search) },
      { gathers: true, fromEnd: false },
    );
  const reach = { found, among, offset: offsetOf(filter), limit: filter.perPage };
  return read(db, filter, asked, { gathers: gathers(asked, filter, reach), fromEnd: isNearEnd(reach) });
}

/** The index knows parts of three letters: for fewer it would be read as a whole. */
function isShort(search: string): boolean {
  return [...searchText(search)].length < 3;
}

function gathers(asked: Asked, filter: PublishedQuery, reach: Reach): boolean {
  if (asked.postId !== null) return true;
  if (asked.period !== null) return reach.found <= reach.among / 2;
  return filter.sortBy !== "id" && isRare(reach);
}

interface Asked {
  readonly brandId: number;
  readonly status: EntryStatus;
  /** Columns that an entry has to equal besides, all of them among those of the totals. */
  readonly equal: readonly { readonly column: string; readonly value: unknown; readonly shut: string }[];
  readonly postId: number | null;
  readonly period: Period | null;
  readonly search: string | null;
  /** Whether a search reads all entries instead of asking the search index. */
  readonly readsAll: boolean;
}

function ask(brandId: number, filter: PublishedQuery): Asked {
  const equal = [
    { column: "collection_id", value: filter.collectionId, shut: "(d.collection_id + 0)" },
    { column: "channel_id", value: filter.channelId, shut: "(d.channel_id + 0)" },
    { column: "post_type", value: filter.postType, shut: "(d.post_type || '')" },
  ].filter(({ value }) => value !== undefined && String(value).trim() !== "");
  return {
    brandId,
    status: filter.status,
    equal,
    postId: filter.postId ?? null,
    period: periodOf(filter.publishedFrom, filter.publishedTo),
    search: filter.search === undefined || filter.search.trim() === "" ? null : filter.search,
    readsAll: false,
  };
}

function isPlain({ equal, postId, period, search }: Asked): boolean {
  return equal.length === 0 && postId === null && period === null && search === null;
}

/** How many entries the filters leave, a search left aside, and how many the brand has in the state. */
async function sizesOf(db: Queryable, asked: Asked): Promise<{ readonly found: number; readonly among: number }> {
  const parameters = new Parameters();
  const among = totalOf({ ...asked, equal: [], postId: null, period: null }, parameters);
  const text = `select (${totalOf(asked, parameters)}) found, (${among}) among`;
  return one(db, { name: statementName(text), text, values: parameters.values });
}

function read(db: Queryable, filter: PublishedQuery, asked: Asked, way: Way): Promise<{ rows: EntryRow[]; total: number }> {
  const parameters = new Parameters();
  const listing: Listing = {
    columns: COLUMNS,
    table: "deliveries d",
    // In the order of a key, another index than the key's is of no use.
    where: conditions(asked, parameters, way.gathers || filter.sortBy === "id" ? "open" : "shut"),
    total: asked.search === null ? totalOf(asked, parameters) : "select count(*) from found",
    key: filter.sortBy === "id" ? null : `d.${filter.sortBy}`,
    direction: filter.sortOrder,
    hasNulls: false,
  };
  return readPage<EntryRow>(db, listing, way, { place: filter, parameters });
}

/** Exactly how many entries the filters leave, a search left aside, as an expression. */
function totalOf(asked: Asked, parameters: Parameters): string {
  const days = asked.period === null ? null : wholeDays(asked.period);
  if (asked.postId !== null || (asked.period !== null && days === null)) return counted(asked, parameters);
  const equal = [{ column: "brand_id", value: asked.brandId }, { column: "status", value: asked.status }, ...asked.equal];
  const cells = equal.map(({ column, value }) => `${column} = ${parameters.at(column, value)}`);
  const countedIn = (period: Period, name: string) => counted({ ...asked, period }, parameters, name);
  const isOfDaysAlone = asked.equal.length === 0;
  return totalExpression({ noun: "entry", amount: "entries", cells, isOfDaysAlone, days, counted: countedIn }, parameters);
}

function counted(asked: Asked, parameters: Parameters, period = "period"): string {
  return `select count(*) from deliveries d where ${conditions({ ...asked, search: null }, parameters, "open", period)}`;
}

/** `shut`: so that no index is used for filters and period. `period`: its name among the parameters. */
function conditions(asked: Asked, parameters: Parameters, form: "open" | "shut", period = "period"): string {
  const parts = [LISTED, `d.brand_id = ${parameters.at("brand_id", asked.brandId)}`, `d.status = ${parameters.at("status", asked.status)}`];
  for (const { column, value, shut } of asked.equal)
    parts.push(`${form === "shut" ? shut : `d.${column}`} = ${parameters.at(column, value)}`);
  if (asked.postId !== null) parts.push(`d.post_id = ${parameters.at("post_id", asked.postId)}`);
  const { from, to } = asked.period ?? { from: null, to: null };
  const at = form === "shut" ? "(d.published_at + interval '0')" : "d.published_at";
  if (from !== null) parts.push(`${at} >= ${parameters.at(`${period} from`, from)}`);
  if (to !== null) parts.push(`${at} < ${parameters.at(`${period} to`, to)}`);
  if (asked.search !== null)
    parts.push(
      asked.readsAll
        ? `strpos(d.search_text, ${parameters.at("search", searchText(asked.search))}) > 0`
        : `d.search_text like ${parameters.at("search", searchPattern(asked.search))}`,
    );
  return parts.join(" and ");
}
