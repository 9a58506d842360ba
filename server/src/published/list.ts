import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { PostType } from "@rostrum/contract/posts.ts";
import type { EntryStatus, PublishedQuery } from "@rostrum/contract/published.ts";
import { type Listing, offsetOf, orderOf, Parameters, readPage, type Way } from "../database/page.ts";
import { one, type Queryable } from "../database/query.ts";
import { statementName } from "../database/statement-name.ts";
import { isNearEnd, isRare, passedOf, type Reach } from "../totals/rules.ts";
import { type Asked, ask, conditions, type Form, hasText, isPlain, totalOf } from "./asked.ts";
import { searchText } from "./rules.ts";
import { isGood, type KnownTotal, knownTotals, MOMENT } from "./search-totals.ts";

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

/** Up to so many entries a search reads them all: in the search index every entry of the brand would have to be looked up by itself. */
const READ_FOR_SEARCH_MAX = 10_000;

/**
 * A page of the brand's published entries. The SQL depends on which filters are set and on how many entries they leave, never on
 * their values, so that each shape is prepared once per connection.
 */
export async function listEntries(db: Queryable, brandId: number, filter: PublishedQuery): Promise<{ rows: EntryRow[]; total: number }> {
  const asked = ask(brandId, filter);
  if (asked.search !== null) return searchEntries(db, filter, { ...asked, search: asked.search });
  if (filter.page === 1 && isPlain(asked)) return read(db, filter, asked, { gathers: false, fromEnd: false });
  const reach = { ...(await sizesOf(db, asked)), offset: offsetOf(filter), limit: filter.perPage };
  return read(db, filter, asked, { gathers: gathers(asked, filter, reach), fromEnd: isNearEnd(reach) });
}

function gathers(asked: Asked, filter: PublishedQuery, reach: Reach): boolean {
  if (asked.postId !== null) return true;
  if (asked.period !== null) return reach.found <= reach.among / 2;
  return filter.sortBy !== "id" && isRare(reach);
}

interface Sizes {
  /** How many entries the filters leave, a search left aside. */
  readonly found: number;
  /** How many the brand has in the state. */
  readonly among: number;
}

async function sizesOf(db: Queryable, asked: Asked): Promise<Sizes> {
  const parameters = new Parameters();
  const text = `select ${sizes(asked, parameters)}`;
  return one(db, { name: statementName(text), text, values: parameters.values });
}

function sizes(asked: Asked, parameters: Parameters): string {
  const among = totalOf({ ...asked, equal: [], postId: null, period: null }, parameters);
  return `(${totalOf(asked, parameters)}) found, (${among}) among`;
}

function read(db: Queryable, filter: PublishedQuery, asked: Asked, way: Way): Promise<{ rows: EntryRow[]; total: number }> {
  const parameters = new Parameters();
  const of = formOf(filter, way);
  const where = conditions(asked, parameters, { of, search: "none" });
  return readPage<EntryRow>(db, listing(filter, { where, total: totalOf(asked, parameters) }), way, { place: filter, parameters });
}

/** In the order of a key, another index than the key's is of no use. */
function formOf({ sortBy }: PublishedQuery, way: Way): Form["of"] {
  return way.gathers || sortBy === "id" ? "open" : "shut";
}

function listing({ sortBy, sortOrder }: PublishedQuery, { where, total, source }: Pick<Listing, "where" | "total" | "source">): Listing {
  return {
    columns: COLUMNS,
    table: "deliveries d",
    where,
    total,
    key: sortBy === "id" ? null : `d.${sortBy}`,
    direction: sortOrder,
    hasNulls: false,
    ...(source === undefined ? {} : { source }),
  };
}

type Search = Asked & { readonly search: string };

/**
 * A search has to find every hit for its total. Once that is known, the entries are read in the order of the list until the page is full, if that
 * costs less.
 */
async function searchEntries(db: Queryable, filter: PublishedQuery, asked: Search): Promise<{ rows: EntryRow[]; total: number }> {
  const totals = knownTotals(db);
  const known = totals.of(asked);
  const { found, among, isStillGood, ...moment } = await look(db, asked, known);
  if (found <= READ_FOR_SEARCH_MAX) return findAll(db, filter, asked, "reads");
  if (known !== null && isStillGood) {
    const rows = await walk(db, filter, asked, { found, among, known });
    if (rows !== null) return { rows, total: known.total };
  }
  const page = await findAll(db, filter, asked, isShort(asked) ? "reads" : "index");
  if (!isStillGood) totals.keep(asked, { total: page.total, ...moment, uneven: new Set() });
  return page;
}

type Looked = Sizes & { readonly isStillGood: boolean } & Pick<KnownTotal, "snapshot" | "era">;

/** `isStillGood`: whether the total that is known still is the total. */
async function look(db: Queryable, asked: Asked, known: KnownTotal | null): Promise<Looked> {
  const parameters = new Parameters();
  const text = `select ${sizes(asked, parameters)}, ${MOMENT}, ${known === null ? "false" : isGood(asked, known, parameters)} is true "isStillGood"`;
  return one(db, { name: statementName(text), text, values: parameters.values });
}

function findAll(
  db: Queryable,
  filter: PublishedQuery,
  asked: Search,
  search: Form["search"],
): Promise<{ rows: EntryRow[]; total: number }> {
  const parameters = new Parameters();
  const where = conditions(asked, parameters, { of: "open", search });
  const way = { gathers: true, fromEnd: false };
  return readPage(db, listing(filter, { where, total: "select count(*) from found" }), way, { place: filter, parameters });
}

/** The index knows parts of three letters: for fewer it would be read as a whole. */
function isShort({ search }: Search): boolean {
  return [...searchText(search)].length < 3;
}

/** How much further than to where the page ends if hits are spread evenly. */
const FURTHER = 2;
const WALK_MIN = 256;

interface Walk extends Sizes {
  readonly known: KnownTotal;
}

/**
 * The page's rows; null if all hits have to be found for it: because that costs less, because there were fewer on the way than expected, or because
 * something has changed meanwhile.
 */
async function walk(db: Queryable, filter: PublishedQuery, asked: Search, { found, among, known }: Walk): Promise<EntryRow[] | null> {
  const { perPage, sortBy, sortOrder } = filter;
  const { total, uneven } = known;
  if (asked.period !== null || asked.postId !== null) return null;
  const offset = offsetOf(filter);
  const size = Math.max(0, Math.min(perPage, total - offset));
  if (size === 0) return [];
  const reach = { found: total, among: found, offset, limit: perPage };
  const way = { gathers: false, fromEnd: isNearEnd(reach) };
  const order = `${sortBy} ${sortOrder} ${way.fromEnd}`;
  // A constant in the statement, so that PostgreSQL plans for it.
  const length = 2 ** Math.ceil(Math.log2(Math.max(WALK_MIN, (FURTHER * (passedOf(reach) + perPage) * found) / total)));
  // One filter has an index in the order of the ids.
  const steps = sortBy === "id" && asked.equal.length < 2 ? length : (length * among) / found;
  // The index of the search knows no filter.
  const hits = isShort(asked) ? found : (total * among) / found;
  if (steps > hits || uneven.has(order)) return null;
  const parameters = new Parameters();
  const where = conditions(asked, parameters, { of: formOf(filter, way), search: "none" });
  const now = `select case when ${isGood(asked, known, parameters)} then ${parameters.at("total", total)}::bigint end`;
  const plain = listing(filter, { where, total: now });
  const path = `select d.id, ${plain.key ?? "null"} sort_key, d.search_text from deliveries d where ${where}
    order by ${orderOf(plain, plain.key, "d.id", way)} limit ${length}`;
  const source = `select id, sort_key from (${path}) path where ${hasText("path", asked.search, parameters)}`;
  const page = await readPage<EntryRow>(db, { ...plain, source, isPlannedAnew: true }, way, { place: filter, parameters });
  if (page.total !== total) return null;
  if (page.rows.length === size) return page.rows;
  uneven.add(order);
  return null;
}
