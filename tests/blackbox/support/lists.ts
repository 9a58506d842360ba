import assert from "node:assert/strict";
import { type Api, type Listed, pageOf, type Query, queryText } from "./api.ts";
import type { Shape } from "./shape.ts";

/** Path segments that are not valid ids. */
export const NO_IDS = [
  "0",
  "-1",
  "abc",
  "1.5",
  "1e3",
  "0x1",
  "9007199254740993",
  "18446744073709551616",
  "99999999999999999999999999999999999999",
  "%20",
  "1%20",
  "%00",
  "null",
  "%F0%9F%A5%90",
];

/** Wrong values of `page` and `per_page`, which every list answers with 422. */
export const PAGE_MISTAKES: readonly { name: string; query: Query; fields: readonly string[] }[] = [
  { name: "page 0", query: { page: 0 }, fields: ["page"] },
  { name: "page -1", query: { page: -1 }, fields: ["page"] },
  { name: "page abc", query: { page: "abc" }, fields: ["page"] },
  { name: "page 1.5", query: { page: "1.5" }, fields: ["page"] },
  { name: "per_page 0", query: { per_page: 0 }, fields: ["per_page"] },
  { name: "per_page 101", query: { per_page: 101 }, fields: ["per_page"] },
  { name: "per_page abc", query: { per_page: "abc" }, fields: ["per_page"] },
  { name: "both out of range", query: { page: 0, per_page: 0 }, fields: ["page", "per_page"] },
];

/**
 * Pages through a list of `total` rows two at a time, by links and by numbers: every row once, in the order of one large page;
 * links are full URLs below the public URL, keep the query and set `page`.
 */
export async function assertPages<T extends { readonly id: number | string }>(
  api: Api,
  path: string,
  { row, total, query = {} }: { row: Shape<T>; total: number; query?: Query },
): Promise<void> {
  const all = pageOf(await api.get(path, { ...query, per_page: 100 }), row);
  assert.equal(all.data.length, total);
  assert.deepEqual(all.pagination, { currentPage: 1, perPage: 100, total, lastPage: 1, nextPageUrl: null, prevPageUrl: null });
  const lastPage = Math.ceil(total / 2);
  const walked: (number | string)[] = [];
  let next: string | null = `${api.base}${path}${queryText({ ...query, per_page: 2 })}`;
  for (let page = 1; next !== null; page += 1) {
    assert.ok(next.startsWith(api.base), next);
    const { data, pagination }: Listed<T> = pageOf(await api.get(next.slice(api.base.length)), row);
    walked.push(...data.map((one) => one.id));
    assert.deepEqual(
      { ...pagination, nextPageUrl: linked(pagination.nextPageUrl), prevPageUrl: linked(pagination.prevPageUrl) },
      {
        currentPage: page,
        perPage: 2,
        total,
        lastPage,
        nextPageUrl: page < lastPage ? linkTo(api, path, { ...query, per_page: 2, page: page + 1 }) : null,
        prevPageUrl: page > 1 ? linkTo(api, path, { ...query, per_page: 2, page: page - 1 }) : null,
      },
    );
    next = pagination.nextPageUrl;
  }
  assert.deepEqual(
    walked,
    all.data.map((one) => one.id),
  );
  const beyond = pageOf(await api.get(path, { ...query, per_page: 2, page: lastPage + 5 }), row);
  assert.deepEqual(beyond.data, []);
  assert.equal(beyond.pagination.nextPageUrl, null);
  assert.equal(beyond.pagination.currentPage, lastPage + 5);
}

/** A link as URL and sorted parameters, whose order is unspecified. */
export function linked(url: string | null): { address: string; query: string[][] } | null {
  if (url === null) return null;
  const { origin, pathname, searchParams } = new URL(url);
  return { address: `${origin}${pathname}`, query: [...searchParams].sort(([a], [b]) => (a < b ? -1 : 1)) };
}

function linkTo(api: Api, path: string, query: Query) {
  return linked(`${api.base}${path}${queryText(query)}`);
}
