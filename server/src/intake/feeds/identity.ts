import { hash as digest } from "node:crypto";
import type { FeedItem } from "./item.ts";
import { linkIdentity } from "./links.ts";

/** An item before its keys are assigned. `ids` are the feed's own, most trusted first: guid, Atom id, video id. */
export type Unkeyed = Omit<FeedItem, "key" | "linkKey" | "contentKey" | "datedKey" | "loneKey"> & { readonly ids: readonly string[] };

/**
 * Gives every item its key: its id, else its link, else a hash of title, link and date. An id or link shared by different items
 * of a feed identifies none of them, and neither does the site's own link, as an id or as a link: some sites give all items the
 * same one, which the first item would claim. With a fragment it is an id, that of an entry of the page. Items with the same id
 * and link, or without an id and otherwise identical, are duplicates and dropped. Of items that differ only in their texts the
 * oldest keeps the hash, under which it may be known, and the others are also identified by their texts.
 */
export function withKeys(items: readonly Unkeyed[], siteLink: string | null): FeedItem[] {
  const site = siteLink === null ? null : linkIdentity(siteLink);
  const known = items.map((item) => knownBy({ ...item, ids: item.ids.filter((id) => !isSite(id, site)) }));
  const links = sharedLinks(known, site);
  const ids = sharedIds(known);
  const oldest = oldestOfContent(known);
  const taken = new Set<string>();
  const seen = new Set<string>();
  return known.flatMap(({ item: { ids: own, ...item }, identity, sameness, contentKey }) => {
    const same = own[0] === undefined ? `${contentKey}\n${item.description}` : `${own[0]}\n${sameness}`;
    if (seen.has(same)) return [];
    seen.add(same);
    const linkKey = identity === null || links.has(identity) ? null : hash("link", identity);
    const named = own.filter((id) => !ids.has(id)).map((id) => hash("id", id));
    const told = oldest.get(contentKey) === item.description ? contentKey : hash("text", contentKey, item.description);
    const key = [...named, linkKey, told].find((candidate) => candidate !== null && !taken.has(candidate));
    if (key === undefined || key === null) return [];
    taken.add(key);
    const datedKey = item.publishedAt === null || item.title === "" ? null : hash("dated", item.title, item.publishedAt);
    const loneKey = items.length === 1 && item.title !== "" ? hash("title", item.title) : null;
    return [{ ...item, key, linkKey, contentKey, datedKey, loneKey }];
  });
}

function isSite(id: string, site: string | null): boolean {
  const url = URL.parse(id);
  return url !== null && url.hash === "" && linkIdentity(id) === site;
}

interface Known {
  readonly item: Unkeyed;
  /** Its normalised link. */
  readonly identity: string | null;
  /** Distinguishes two items with the same id. */
  readonly sameness: string;
  readonly contentKey: string;
}

function knownBy(item: Unkeyed): Known {
  const identity = item.link === null ? null : linkIdentity(item.link);
  const contentKey = hash("content", item.title, item.link ?? "", item.publishedAt ?? "");
  return { item, identity, sameness: identity ?? contentOf(item), contentKey };
}

function contentOf(item: Unkeyed): string {
  return `${item.title}\n${item.description}`;
}

/** The text of the oldest item with each content, in feed order: newest first, unless the dates say otherwise. */
function oldestOfContent(items: readonly Known[]): Map<string, string> {
  const dates = items.flatMap(({ item }) => item.publishedAt ?? []);
  const isOldestFirst = (dates[0] ?? "") < (dates.at(-1) ?? "");
  const byAge = isOldestFirst ? items.toReversed() : items;
  return new Map(byAge.map(({ contentKey, item }) => [contentKey, item.description]));
}

function sharedIds(items: readonly Known[]): Set<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const { item, sameness } of items) {
    for (const id of new Set(item.ids)) {
      if ((owners.get(id) ?? sameness) !== sameness) shared.add(id);
      owners.set(id, sameness);
    }
  }
  return shared;
}

function sharedLinks(items: readonly Known[], site: string | null): Set<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>(site === null ? [] : [site]);
  for (const { item, identity } of items) {
    if (identity === null) continue;
    const owner = item.ids[0] ?? contentOf(item);
    if ((owners.get(identity) ?? owner) !== owner) shared.add(identity);
    owners.set(identity, owner);
  }
  return shared;
}

function hash(...parts: readonly string[]): string {
  return digest("sha256", parts.join("\n"), "hex");
}
