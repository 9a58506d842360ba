import type { Text } from "./item.ts";
import { LINK_LENGTH_MAX } from "./limits.ts";

/** The first candidate that is an http(s) URL, as an absolute URL; relative ones are resolved against the first valid base. */
export function firstLink(candidates: readonly Text[], bases: readonly Text[]): string | null {
  for (const candidate of candidates) {
    const link = absolute(candidate, bases);
    if (link !== null) return link;
  }
  return null;
}

export function absolute(address: Text, bases: readonly Text[]): string | null {
  const text = (address ?? "").trim().replaceAll("&amp;", "&");
  if (text === "" || text.length > LINK_LENGTH_MAX) return null;
  const url = WEB_ADDRESS.test(text) ? URL.parse(text) : URL.parse(text, bases.find((one) => URL.canParse(one ?? "")) ?? undefined);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:") || url.href.length > LINK_LENGTH_MAX) return null;
  return url.href;
}

/** Only with two slashes is a URL absolute; `https:page` is relative. */
const WEB_ADDRESS = /^https?:\/\//i;

/** Resolves each base against those after it: `xml:base` may be relative to the feed's own URL. */
export function basesOf(bases: readonly Text[]): string[] {
  return bases.flatMap((base, index) => absolute(base, bases.slice(index + 1)) ?? []);
}

/** Medium adds a tracking parameter; the rest of the link is left unchanged. */
export function withoutFeedMark(link: string): string {
  const last = Math.max(link.lastIndexOf("&"), link.lastIndexOf("#"));
  const mark = link.indexOf("?source=rss", last + 1);
  return mark === -1 ? link : link.slice(0, mark);
}

const TRACKING = /^(utm_\w+|source|ref|fbclid|gclid|mc_cid|mc_eid)$/i;

/** A link normalised for comparison: no scheme, tracking, fragment or trailing slash. No longer a valid URL. */
export function linkIdentity(link: string): string {
  const url = new URL(link);
  if (url.search !== "") {
    const own = [...url.searchParams].filter(([name]) => !TRACKING.test(name));
    // Only rewrite it if necessary, because that may change its spelling.
    if (own.length < url.searchParams.size) url.search = new URLSearchParams(own).toString();
  }
  return `${url.host}${url.pathname.replace(/\/$/, "")}${url.search}`;
}
