import { POST_TYPES } from "@rostrum/contract/posts.ts";
import { isDay, RESULT_STATES } from "@rostrum/contract/private/published.ts";

/** What the address of the page says: which entries, in which order, and which one is open. */
export interface PublishedSearch {
  readonly state?: (typeof RESULT_STATES)[number];
  /** Those that wait for somebody to say whether they were published. */
  readonly undecided?: true;
  readonly channel?: number;
  readonly collection?: number;
  readonly type?: string;
  readonly text?: string;
  /** `Y-m-d`. */
  readonly from?: string;
  readonly to?: string;
  readonly sort?: "likes" | "comments" | "shares";
  readonly order?: "asc";
  /** All that became of one post. */
  readonly post?: number;
  /** What was deleted, in place of what left. */
  readonly deleted?: true;
  readonly page?: number;
  readonly entry?: number;
}

const SORTS = ["likes", "comments", "shares"] as const;

/** Reads an address that anybody may have written; what makes no sense is left out. */
export function readPublishedSearch(given: Readonly<Record<string, unknown>>): PublishedSearch {
  return kept({
    state: oneOf(RESULT_STATES, given.state),
    undecided: given.undecided === true ? true : undefined,
    channel: idOf(given.channel),
    collection: idOf(given.collection),
    type: oneOf(POST_TYPES, given.type),
    text: given.text === undefined || given.text === "" ? undefined : String(given.text).slice(0, 255),
    from: isDay(given.from) ? given.from : undefined,
    to: isDay(given.to) ? given.to : undefined,
    sort: oneOf(SORTS, given.sort),
    order: given.order === "asc" ? "asc" : undefined,
    post: idOf(given.post),
    deleted: given.deleted === true ? true : undefined,
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

/** What the server is asked for. */
export function filtersOf({ state, undecided, channel, collection, type, text, post, sort, order, ...range }: PublishedSearch) {
  // A range that ends before it begins is said at its fields, and asked for by nobody.
  const { from, to } = isReversed(range) ? {} : range;
  return {
    ...(undecided ? ({ state: "FAILED", reason: "undecided" } as const) : kept({ state })),
    ...kept({ channelId: channel, collectionId: collection, postType: type, search: text, from, to, postId: post }),
    sortBy: sort ?? "at",
    sortOrder: order ?? "desc",
  } as const;
}

export function isReversed({ from, to }: Pick<PublishedSearch, "from" | "to">): boolean {
  return from !== undefined && to !== undefined && to < from;
}

/** How many filters are set, apart from the state and the text, which are always in sight. */
export function countMore({ channel, collection, type, from, to, post }: PublishedSearch): number {
  return [channel, collection, type, from, to, post].filter((value) => value !== undefined).length;
}

export function isFiltered({ state, undecided, text, ...search }: PublishedSearch): boolean {
  return state !== undefined || undecided === true || text !== undefined || countMore(search) > 0;
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
