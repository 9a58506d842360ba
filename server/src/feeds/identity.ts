import { createHash } from "node:crypto";
import type { FeedItem } from "./item.ts";
import { linkIdentity } from "./links.ts";

/** An item before it has its keys. `ids` are what the feed says in order of trust: guid, Atom id, video id. */
export type Unkeyed = Omit<FeedItem, "key" | "linkKey"> & { readonly ids: readonly string[] };

/**
 * Gives every item its key: its id, else its link, else a hash of title, link and date. When two items of a feed have
 * the same id the second is known by the next in line; when they also have the same link, it is the same item again and
 * left out. A link that two items share, or that is the site's own, identifies none.
 */
export function withKeys(items: readonly Unkeyed[], siteLink: string | null): FeedItem[] {
  const shared = sharedLinks(items, siteLink);
  const taken = new Set<string>();
  const seen = new Set<string>();
  return items.flatMap(({ ids, ...item }) => {
    const linkKey = item.link === null || shared.has(linkIdentity(item.link)) ? null : hash("link", linkIdentity(item.link));
    const same = hash("same", ids[0] ?? "", item.link === null ? item.title : linkIdentity(item.link));
    if (ids.length > 0 && seen.has(same)) return [];
    seen.add(same);
    const content = hash("content", item.title, item.link ?? "", item.publishedAt ?? "");
    const candidates = [...ids.map((id) => hash("id", id)), ...(linkKey === null ? [] : [linkKey]), content];
    const key = candidates.find((candidate) => !taken.has(candidate));
    if (key === undefined) return [];
    taken.add(key);
    return [{ ...item, key, linkKey }];
  });
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
