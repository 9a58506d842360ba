/** What can change in a brand. `brand` includes its members and settings. */
export const NOUNS = ["posts", "published", "channels", "collections", "media", "automations", "webhooks", "brand"] as const;
export type Noun = (typeof NOUNS)[number];

/** Words of paths that stand for another noun. */
const SYNONYMS: Readonly<Record<string, Noun>> = { "published-posts": "published", deliveries: "published", imports: "posts" };

/** What an operation at this path changes: the last noun that the path names, such as the posts of `/collections/{collection_id}/posts`. */
export function nounOf(path: string): Noun {
  const named = path.split("/").flatMap((word) => NOUNS.find((noun) => noun === (SYNONYMS[word] ?? word)) ?? []);
  return named.at(-1) ?? "brand";
}
