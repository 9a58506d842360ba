import { type Asked, etagOf } from "./calls.ts";
import { invalidParameter } from "./refusals.ts";

const LENGTH_DEFAULT = 5;

interface Listing<Item> {
  /** Of the answer, such as `youtube#videoListResponse`. */
  readonly kind: string;
  readonly items: readonly Item[];
  readonly lengthMax: number;
  readonly lengthDefault?: number;
}

/** A page of a list; `show` is called for its items alone. */
export async function pageOf<Item>(
  { query, settings }: Pick<Asked, "query" | "settings">,
  { kind, items, lengthMax, lengthDefault = LENGTH_DEFAULT }: Listing<Item>,
  show: (item: Item) => Record<string, unknown> | Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const length = lengthIn(query, { lengthMax, lengthDefault });
  const start = startIn(query);
  const shown = await Promise.all(items.slice(start, start + length).map(show));
  const end = start + length;
  const isLeftOut = shown.length === 0 && settings.empty_lists === "left out";
  return {
    kind,
    etag: etagOf(shown),
    ...(end < items.length ? { nextPageToken: tokenOf(end) } : {}),
    ...(start > 0 ? { prevPageToken: tokenOf(Math.max(0, start - length)) } : {}),
    ...(isLeftOut ? {} : { items: shown }),
    pageInfo: { totalResults: items.length, resultsPerPage: length },
  };
}

function lengthIn(query: URLSearchParams, { lengthMax, lengthDefault }: { readonly lengthMax: number; readonly lengthDefault: number }) {
  const text = query.get("maxResults");
  if (text === null) return lengthDefault;
  const length = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(length) || length > lengthMax) {
    const message = `Invalid value '${text}'. Values must be within the range: [0, ${lengthMax}]`;
    throw invalidParameter("maxResults", message);
  }
  return length;
}

function startIn(query: URLSearchParams): number {
  const token = query.get("pageToken");
  if (token === null || token === "") return 0;
  const [, start] = /^page (\d{1,6})$/.exec(Buffer.from(token, "base64url").toString()) ?? [];
  if (start === undefined) {
    throw invalidParameter("pageToken", "The request specifies an invalid page token.", "invalidPageToken");
  }
  return Number(start);
}

function tokenOf(start: number): string {
  return Buffer.from(`page ${start}`).toString("base64url");
}
