import { POST_TYPES } from "@rostrum/contract/posts.ts";
import { isDay } from "@rostrum/contract/private/published.ts";
import { SENT_VIEWS, type SentView } from "@rostrum/contract/private/sent-posts.ts";

/** What the address of the page says: which posts, in which order, and which network's story is unfolded. */
export interface PublishedSearch {
  /** Without it: all. */
  readonly view?: Exclude<SentView, "all">;
  readonly channel?: number;
  readonly collection?: number;
  readonly type?: string;
  readonly text?: string;
  /** The last so many days, by the brand's clock. */
  readonly days?: (typeof DAYS)[number];
  /** `YYYY-MM-DD`. */
  readonly from?: string;
  readonly to?: string;
  readonly sort?: (typeof SORTS)[number];
  readonly order?: "asc";
  /** All that became of one post. */
  readonly post?: number;
  /** What was deleted, in place of what left. */
  readonly bin?: true;
  readonly page?: number;
  readonly entry?: number;
}

export const DAYS = [7, 30, 90, 365] as const;
export const SORTS = ["likes", "comments", "shares"] as const;
/** By what readers did, posts of so many days are sorted unless others are chosen. */
const SORTED_DAYS = 90;

/** Reads an address that anybody may have written, also one of before; what makes no sense is left out. */
export function readPublishedSearch(given: Readonly<Record<string, unknown>>): PublishedSearch {
  const view = given.undecided === true || given.state === "FAILED" ? "needs" : oneOf(SENT_VIEWS, given.view);
  return kept({
    view: view === "all" ? undefined : view,
    channel: idOf(given.channel),
    collection: idOf(given.collection),
    type: oneOf(POST_TYPES, given.type),
    text: given.text === undefined || given.text === "" ? undefined : String(given.text).slice(0, 255),
    days: DAYS.find((days) => days === given.days),
    from: isDay(given.from) ? given.from : undefined,
    to: isDay(given.to) ? given.to : undefined,
    sort: oneOf(SORTS, given.sort),
    order: given.order === "asc" ? "asc" : undefined,
    post: idOf(given.post),
    bin: given.bin === true || given.deleted === true ? true : undefined,
    page: idOf(given.page),
    entry: idOf(given.entry),
  });
}

/** The address after a filter was changed: null takes it away. Another choice begins on its first page, with nothing open. */
export function withFilter(
  search: PublishedSearch,
  change: { readonly [N in keyof PublishedSearch]?: PublishedSearch[N] | null },
): PublishedSearch {
  const { page: _page, entry: _entry, ...filters } = search;
  return readPublishedSearch({
    ...filters,
    ...Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value ?? undefined])),
  });
}

/** In this order: newest first where it is null. What readers did is compared within days. */
export function withSort(search: PublishedSearch, sort: PublishedSearch["sort"] | null): PublishedSearch {
  const hasDays = search.days !== undefined || search.from !== undefined || search.to !== undefined;
  return withFilter(search, { sort: sort ?? null, order: null, ...(sort && !hasDays ? { days: SORTED_DAYS } : {}) });
}

/** What the server is asked for. `today`: the day by the brand's clock. */
export function filtersOf({ channel, collection, type, text, post, sort, order, days, ...range }: PublishedSearch, today: string) {
  // A range that ends before it begins is said at its fields, and asked for by nobody.
  const { from, to } = isReversed(range) ? {} : range;
  const first = from ?? (days === undefined ? undefined : daysBefore(today, days - 1));
  return {
    ...kept({ channelId: channel, collectionId: collection, postType: type, search: text, from: first, to, postId: post }),
    sortBy: sort ?? "at",
    sortOrder: order ?? "desc",
  } as const;
}

export function isReversed({ from, to }: Pick<PublishedSearch, "from" | "to">): boolean {
  return from !== undefined && to !== undefined && to < from;
}

/** How many filters are set, apart from view, text and days, which are always in sight. */
export function countMore({ channel, collection, type, from, to, post, sort, order }: PublishedSearch): number {
  return [channel, collection, type, from ?? to, post, sort ?? order].filter((value) => value !== undefined).length;
}

export function isFiltered({ text, days, sort: _sort, order: _order, ...search }: PublishedSearch): boolean {
  return text !== undefined || days !== undefined || countMore(search) > 0;
}

function daysBefore(day: string, days: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() - days);
  return moved.toISOString().slice(0, 10);
}

function oneOf<const T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((each) => each === value);
}

function idOf(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

type Kept<T> = { readonly [N in keyof T]?: Exclude<T[N], undefined> };

/** Without the fields that are not there. */
function kept<T extends object>(fields: T): Kept<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Kept<T>;
}
