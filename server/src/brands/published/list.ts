import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { PostType } from "@rostrum/contract/posts.ts";
import type { EntryStatus, PublishedQuery } from "@rostrum/contract/published.ts";
import { type Listing, offsetOf, orderOf, Parameters, readPage } from "../../ground/database/page.ts";
import { one, type Queryable } from "../../ground/database/query.ts";
import { statementName } from "../../ground/database/statement-name.ts";
import { isNearEnd, passedOf } from "../totals/rules.ts";
import { type Asked, ask, isPlain, narrowed, ofState, type Search, totalOf } from "./asked.ts";
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

interface Page {
  readonly rows: EntryRow[];
  readonly total: number;
}

/** A page of the brand's published entries. The SQL depends on which filters are set, never on their values. */
export async function listEntries(db: Queryable, brandId: number, filter: PublishedQuery): Promise<Page> {
  const asked = ask(brandId, filter);
  if (asked.search !== null) return searchEntries(db, filter, { ...asked, search: asked.search });
  const parameters = new Parameters();
  const where = ofState(asked, parameters) + narrowed(asked, parameters, "none");
  const listing = { ...listingOf(filter, { where, total: totalOf(asked, parameters) }), isPlannedAnew: !isPlain(asked) };
  const fromEnd = filter.page > 1 && isNearEnd({ found: await countEntries(db, asked), offset: offsetOf(filter), limit: filter.perPage });
  return readPage<EntryRow>(db, listing, { gathers: false, fromEnd }, { place: filter, parameters });
}

async function countEntries(db: Queryable, asked: Asked): Promise<number> {
  const parameters = new Parameters();
  const text = `select (${totalOf(asked, parameters)}) total`;
  const { total } = await one<{ total: number }>(db, { text, values: parameters.values });
  return total;
}

function listingOf({ sortBy, sortOrder }: PublishedQuery, { where, total }: Pick<Listing, "where" | "total">): Listing {
  const key = sortBy === "id" ? null : `d.${sortBy}`;
  return { columns: COLUMNS, table: "deliveries d", where, total, key, direction: sortOrder, hasNulls: false };
}

type Searched = Asked & { readonly search: string };

/**
 * A search has to find every hit for its total. Once that is known, the entries are read in the order of the list until the page is full, if that
 * costs less.
 */
async function searchEntries(db: Queryable, filter: PublishedQuery, asked: Searched): Promise<Page> {
  const totals = knownTotals(db);
  const known = totals.of(asked);
  const { among, isStillGood, ...moment } = await look(db, asked, known);
  if (among <= READ_FOR_SEARCH_MAX) return findAll(db, filter, asked, "reads");
  if (known !== null && isStillGood) {
    const rows = await walk(db, filter, asked, { among, known });
    if (rows !== null) return { rows, total: known.total };
  }
  const page = await findAll(db, filter, asked, isShort(asked) ? "reads" : "index");
  if (!isStillGood) totals.keep(asked, { total: page.total, ...moment, uneven: new Set() });
  return page;
}

/** Finds all that is asked for, counts and sorts it. */
function findAll(db: Queryable, filter: PublishedQuery, asked: Searched, by: Search): Promise<Page> {
  const parameters = new Parameters();
  const where = ofState(asked, parameters) + narrowed(asked, parameters, by);
  const listing = listingOf(filter, { where, total: "select count(*) from found" });
  return readPage(db, listing, { gathers: true, fromEnd: false }, { place: filter, parameters });
}

interface Looked extends Pick<KnownTotal, "snapshot" | "era"> {
  /** How many entries the brand has in the state. */
  readonly among: number;
  /** Whether the total that is known still is the total. */
  readonly isStillGood: boolean;
}

async function look(db: Queryable, asked: Asked, known: KnownTotal | null): Promise<Looked> {
  const parameters = new Parameters();
  const isStillGood = known === null ? "false" : isGood(asked, known, parameters);
  const text = `select (${totalOf({ ...asked, equal: [], period: null }, parameters)}) among, ${MOMENT}, ${isStillGood} is true "isStillGood"`;
  return one(db, { name: statementName(text), text, values: parameters.values });
}

/** The index knows parts of three letters: for fewer it would be read as a whole. */
function isShort({ search }: Searched): boolean {
  return [...searchText(search)].length < 3;
}

/** How much further than to where the page ends if hits are spread evenly. */
const FURTHER = 2;
const WALK_MIN = 256;

/**
 * The page's rows; null if all hits have to be found for it: because that costs less, because there were fewer on the way than expected, or because
 * something has changed meanwhile.
 */
async function walk(
  db: Queryable,
  filter: PublishedQuery,
  asked: Searched,
  { among, known }: { readonly among: number; readonly known: KnownTotal },
): Promise<EntryRow[] | null> {
  const { perPage, sortBy, sortOrder } = filter;
  const { total, uneven } = known;
  const offset = offsetOf(filter);
  const size = Math.max(0, Math.min(perPage, total - offset));
  if (size === 0) return [];
  const reach = { found: total, offset, limit: perPage };
  const way = { gathers: false, fromEnd: isNearEnd(reach) };
  const order = `${sortBy} ${sortOrder} ${way.fromEnd}`;
  // A constant in the statement, so that PostgreSQL plans for it.
  const length = 2 ** Math.ceil(Math.log2(Math.max(WALK_MIN, (FURTHER * (passedOf(reach) + perPage) * among) / total)));
  if (length > (isShort(asked) ? among : total) || uneven.has(order)) return null;
  const parameters = new Parameters();
  const where = ofState(asked, parameters);
  const now = `select case when ${isGood(asked, known, parameters)} then ${parameters.at("total", total)}::bigint end`;
  const listing = listingOf(filter, { where, total: now });
  const path = `select d.*, ${listing.key ?? "null"} sort_key from deliveries d where ${where}
    order by ${orderOf(listing, listing.key, "d.id", way)} limit ${length}`;
  const source = `select id, sort_key from (${path}) d where true${narrowed(asked, parameters, "reads")}`;
  const page = await readPage<EntryRow>(db, { ...listing, source, isPlannedAnew: true }, way, { place: filter, parameters });
  if (page.total !== total) return null;
  if (page.rows.length === size) return page.rows;
  uneven.add(order);
  return null;
}
