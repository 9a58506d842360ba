import { createHash } from "node:crypto";
import type { FeedItem } from "./item.ts";
import { linkIdentity } from "./links.ts";

/** An item before it has its keys. `ids` are what the feed says in order of trust: guid, Atom id, video id. */
export type Unkeyed = Omit<FeedItem, "key" | "linkKey" | "contentKey"> & { readonly ids: readonly string[] };

/**
 * Gives every item its key: its id, else its link, else a hash of title, link and date. An id, or a link, that different
 * items of a feed share identifies none of them, and neither does the site's own link: some sites give all items one id,
 * and whoever comes first would take it from the others. Items with one id and one link are the same item again and left out.
 */
export function withKeys(items: readonly Unkeyed[], siteLink: string | null): FeedItem[] {
  const links = sharedLinks(items, siteLink);
  const ids = sharedIds(items);
  const taken = new Set<string>();
  const seen = new Set<string>();
  return items.flatMap(({ ids: own, ...item }) => {
    const linkKey = item.link === null || links.has(linkIdentity(item.link)) ? null : hash("link", linkIdentity(item.link));
    const same = hash("same", own[0] ?? "", sameness(item));
    if (own.length > 0 && seen.has(same)) return [];
    seen.add(same);
    const contentKey = hash("content", item.title, item.link ?? "", item.publishedAt ?? "");
    const named = own.filter((id) => !ids.has(id)).map((id) => hash("id", id));
    const key = [...named, linkKey, contentKey].find((candidate) => candidate !== null && !taken.has(candidate));
    if (key === undefined || key === null) return [];
    taken.add(key);
    return [{ ...item, key, linkKey, contentKey }];
  });
}

/** What tells two items with one id apart. */
function sameness(item: { readonly link: string | null; readonly title: string }): string {
  return item.link === null ? item.title : linkIdentity(item.link);
}

function sharedIds(items: readonly Unkeyed[]): Set<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const item of items) {
    for (const id of new Set(item.ids)) {
      const owner = sameness(item);
      if ((owners.get(id) ?? owner) !== owner) shared.add(id);
      owners.set(id, owner);
    }
  }
  return shared;
}

function sharedLinks(items: readonly Unkeyed[], siteLink: string | null): Set<string> {
  const owners = new Map<string, string>();
  const shared = new Set<string>(siteLink === null ? [] : [linkIdentity(siteLink)]);
  for (const { ids, link, title } of items) {
    if (link === null) continue;
    const identity = linkIdentity(link);
    const owner = ids[0] ?? title;
    if ((owners.get(identity) ?? owner) !== owner) shared.add(identity);
    owners.set(identity, owner);
  }
  return shared;
}

function hash(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}
