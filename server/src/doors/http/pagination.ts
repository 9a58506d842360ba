import type { Pagination } from "@rostrum/contract/operation.ts";
import type { z } from "zod";

/** Pagination facts of a page. Links start with the public URL and keep every query parameter except `api_key`. */
export function pagination(
  publicUrl: string,
  requestUrl: string,
  place: { page: number; perPage: number; total: number },
): z.infer<typeof Pagination> {
  const lastPage = Math.max(1, Math.ceil(place.total / place.perPage));
  return {
    currentPage: place.page,
    perPage: place.perPage,
    total: place.total,
    lastPage,
    nextPageUrl: place.page < lastPage ? pageUrl(publicUrl, requestUrl, place.page + 1) : null,
    prevPageUrl: place.page > 1 ? pageUrl(publicUrl, requestUrl, Math.min(place.page - 1, lastPage)) : null,
  };
}

function pageUrl(publicUrl: string, requestUrl: string, page: number): string {
  const mark = requestUrl.indexOf("?");
  const path = mark === -1 ? requestUrl : requestUrl.slice(0, mark);
  const pairs = mark === -1 ? [] : requestUrl.slice(mark + 1).split("&");
  // As they were sent: what is no UTF-8 would be read back as something else.
  const kept = pairs.filter((pair) => pair !== "" && !LEFT_OUT.includes(nameIn(pair)));
  return `${publicUrl}${path}?${[...kept, `page=${page}`].join("&")}`;
}

const LEFT_OUT: readonly string[] = ["api_key", "page"];

function nameIn(pair: string): string {
  const [name = ""] = new URLSearchParams(pair).keys();
  return name;
}
