import type { Crowd } from "./growth-seed.ts";

type List = "posts" | "published-posts" | "media" | "collections";

export const PATHS: Readonly<Record<List, string>> = {
  posts: "posts",
  "published-posts": "published entries",
  media: "media",
  collections: "collections, by the posts in them,",
};

/** One page that the bench asks for. */
export interface Question {
  readonly list: List;
  readonly filter: string;
  readonly about: string;
  readonly isLast: boolean;
  /** What it costs the first time grows with the number of its hits, whatever else is there, so that it has no aim. */
  readonly isOfHits: boolean;
  query(crowd: Crowd): string;
}

type Filter = (crowd: Crowd) => string;

/** A month in the middle of the history, with edges that are no midnights. */
const period: (name: string) => Filter = (name) => () => `&${name}_from=2025-03-01%2010:00:00&${name}_to=2025-03-04%2015:30:00`;

export const FILTERS: Readonly<Record<List, Readonly<Record<string, Filter>>>> = {
  posts: {
    none: () => "",
    "status=PENDING": () => "&status=PENDING",
    "post_type=VIDEO": () => "&post_type=VIDEO",
    "posting_type=DRAFT": () => "&posting_type=DRAFT",
    "view=PUBLISHED": () => "&view=PUBLISHED",
    collection_id: ({ collectionIds }) => `&collection_id=${collectionIds[1]}`,
    "created_from, created_to": period("created"),
  },
  "published-posts": {
    none: () => "",
    "status=FAILED": () => "&status=FAILED",
    collection_id: ({ collectionIds }) => `&collection_id=${collectionIds[1]}`,
    channel_id: ({ channelIds }) => `&channel_id=${channelIds[1]}`,
    post_id: ({ postId }) => `&post_id=${postId}`,
    "post_type=VIDEO": () => "&post_type=VIDEO",
    "published_from, published_to": period("published"),
    "search, 20 hits": () => "&search=marzipan",
    "search, no hit": () => "&search=quetzalcoatl",
    "search, 1 of 20": () => "&search=poppyseed",
    "search, two letters": () => "&search=qx",
  },
  media: { none: () => "", "type=VIDEO": () => "&type=VIDEO", "type=CSV": () => "&type=CSV" },
  collections: { none: () => "" },
};

const ORDERS: Readonly<Record<List, readonly string[]>> = {
  posts: ["id", "title", "post_date", "created_at", "updated_at"],
  "published-posts": ["id", "created_at", "likes", "comments", "shares"],
  media: [],
  collections: [],
};

export function questions(): Question[] {
  return (Object.keys(FILTERS) as List[]).flatMap((list) =>
    Object.entries(FILTERS[list]).flatMap(([filter, wanted]) =>
      ordersOf(list).flatMap((order) => [false, true].map((isLast) => ask({ list, filter, wanted, order, isLast }))),
    ),
  );
}

function ordersOf(list: List): readonly (readonly [sort: string, direction: string] | null)[] {
  const orders = ORDERS[list].flatMap((sort) => [[sort, "desc"] as const, [sort, "asc"] as const]);
  return orders.length === 0 ? [null] : orders;
}

function ask(asked: {
  readonly list: List;
  readonly filter: string;
  readonly wanted: Filter;
  readonly order: readonly [string, string] | null;
  readonly isLast: boolean;
}): Question {
  const { list, filter, wanted, order, isLast } = asked;
  const sorted = order === null ? "" : `&sort_by=${order[0]}&sort_order=${order[1]}`;
  return {
    list,
    filter,
    about: `${order === null ? "" : `${order.join(" ")}, `}${isLast ? "last" : "first"} page`,
    isLast,
    isOfHits: filter === "search, 1 of 20" || filter === "search, two letters",
    query: (crowd) => `${wanted(crowd)}${sorted}`,
  };
}
