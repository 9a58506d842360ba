import type { SandboxPost, SandboxWorld } from "../network.ts";

type Tally = ReadonlyMap<string, number>;

/** What readers did, by the id of what they did it to. */
export interface Tallies {
  readonly likes: Tally;
  readonly comments: Tally;
  readonly shares: Tally;
}

/** How often each id is among these. */
export function tally(ids: readonly (string | null)[]): Tally {
  const counts = new Map<string, number>();
  for (const id of ids) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** What a page shows below a post. */
export function countsOf({ likes, comments, shares }: Tallies, id: string): SandboxPost["counts"] {
  return { likes: likes.get(id) ?? 0, comments: comments.get(id) ?? 0, shares: shares.get(id) ?? 0 };
}

/** Of a post that is words alone, such as most comments. */
export const WORDS_ALONE = { media: [], poll: null, card: null, links: [] } as const;

/** Of a post that answers none, with what most of them lack. */
export const OF_ITS_OWN = { ...WORDS_ALONE, replyTo: null } as const;

/** Newest first; `serialOf` tells the order of those of one moment. */
export function newestFirst(posts: readonly SandboxPost[], limit: number, serialOf: (id: string) => string = () => ""): SandboxPost[] {
  return posts.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || serialOf(b.id).localeCompare(serialOf(a.id))).slice(0, limit);
}

/** What readers are told around a post, of the facts that there are. */
export function labelled(...facts: readonly (string | null | undefined | false)[]): { readonly label?: string } {
  const label = facts.filter(Boolean).join(" · ");
  return label === "" ? {} : { label };
}

/** The preview of a link. Nothing is fetched from outside: its words come from the address itself. */
export function cardOf(link: string): { readonly url: string; readonly title: string; readonly description: string } {
  const { host, pathname } = new URL(link);
  return { url: link, title: host.replace(/^www\./, ""), description: decodedPath(pathname) };
}

/** Addresses in a text, without the end of the sentence around them. */
export function webLinksIn(text: string): SandboxPost["links"] {
  return Array.from(text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g), ({ 0: href, index }) => ({
    start: index,
    end: index + href.length,
    href,
  }));
}

/** Where `mountFiles` has a stored file. */
export function fileUrl(world: SandboxWorld, file: string): string {
  return `${world.baseUrl}/files/${file}`;
}

function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
