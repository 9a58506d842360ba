import { z } from "zod";
import type { SandboxNetwork, SandboxPost, SandboxWorld } from "../network.ts";
import { model } from "./model.ts";

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

/** A comment as readers see it. */
export function seenReply(
  tallies: Tallies,
  reply: Pick<SandboxPost, "id" | "author" | "text" | "url" | "createdAt" | "replyTo"> & Partial<Pick<SandboxPost, "links" | "card">>,
): SandboxPost {
  return { ...WORDS_ALONE, ...reply, counts: countsOf(tallies, reply.id) };
}

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
  return { url: link, title: host, description: pathname };
}

/** The same as sites say it that name a host without `www.` and a path without its codes. */
export function plainCardOf(link: string): ReturnType<typeof cardOf> {
  const { url, title, description } = cardOf(link);
  return { url, title: title.replace(/^www\./, ""), description: decodedPath(description) };
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

/** What readers did with a post or comment. Each counts as another reader's, so that counts can grow. */
const kinds = { reaction: z.object({ on: z.string().default(""), kind: z.enum(["like", "share", "view"]) }) } as const;
const { insert, list } = model(kinds);

/** More than anyone makes by hand. */
const REACTIONS_MAX = 20_000;

interface Reacted<Thing> {
  /** What the reaction is on; null if it is not there. */
  find(world: SandboxWorld, id: string): Promise<Thing | null>;
  comment(world: SandboxWorld, thing: Thing, text: string): Promise<unknown>;
  /** The id under which likes and shares count. Absent: the one given. */
  countedOn?(thing: Thing): string;
}

/** How readers react on a network where comments are things of its own. */
export function reacting<Thing>({ find, comment, countedOn }: Reacted<Thing>): SandboxNetwork["react"] {
  return async (world, id, reaction) => {
    const thing = await find(world, id);
    if (thing === null) return;
    if (reaction.kind === "comment") await comment(world, thing, reaction.text);
    else await addReaction(world, countedOn?.(thing) ?? id, reaction.kind);
  };
}

export async function addReaction(world: SandboxWorld, on: string, kind: "like" | "share" | "view"): Promise<void> {
  await insert(world, "reaction", await world.objects.nextId(), { on, kind });
}

export interface ReactionCounts {
  readonly likes: number;
  readonly shares: number;
  readonly views: number;
}

export async function reactionsOn(world: SandboxWorld, on: string): Promise<ReactionCounts> {
  const kinds = (await list(world, "reaction", { where: { on }, limit: REACTIONS_MAX })).map(({ kind }) => kind);
  const of = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
  return { likes: of("like"), shares: of("share"), views: of("view") };
}

/** When a thing was shared, newest first. */
export async function sharesOf(world: SandboxWorld, on: string): Promise<string[]> {
  const shares = await list(world, "reaction", { where: { on, kind: "share" }, limit: REACTIONS_MAX });
  return shares.map(({ createdAt }) => createdAt);
}

/** All that readers did, for a feed; `onOf` says what a comment is on. */
export async function talliesOf<Comment>(
  world: SandboxWorld,
  comments: readonly Comment[],
  onOf: (comment: Comment) => string | null,
): Promise<Tallies> {
  const reactions = await list(world, "reaction", { limit: REACTIONS_MAX });
  const of = (wanted: string) => tally(reactions.filter(({ kind }) => kind === wanted).map(({ on }) => on));
  return { likes: of("like"), shares: of("share"), comments: tally(comments.map(onOf)) };
}

interface Conversing {
  readonly id: string;
  readonly account_id: string;
  readonly parent: string;
  readonly quoted: string;
}

/** A feed where comments are posts, too, and quoting one shares it. `viewOf` is told the user names of authors, by post. */
export async function conversingFeed<Post extends Conversing>(
  world: SandboxWorld,
  {
    posts,
    accounts,
    limit,
  }: {
    readonly posts: readonly Post[];
    readonly accounts: readonly { readonly id: string; readonly username: string }[];
    readonly limit: number;
  },
  viewOf: (post: Post, authors: ReadonlyMap<string, string>) => Omit<SandboxPost, "counts">,
): Promise<SandboxPost[]> {
  const usernames = new Map(accounts.map(({ id, username }) => [id, username]));
  const authors = new Map(posts.map(({ id, account_id }) => [id, usernames.get(account_id) ?? "somebody"]));
  const tallies = await talliesOf(world, posts, ({ parent }) => parent);
  const quotes = tally(posts.map(({ quoted }) => quoted));
  return posts.slice(0, limit).map((post) => {
    const counts = countsOf(tallies, post.id);
    return { ...viewOf(post, authors), counts: { ...counts, shares: counts.shares + (quotes.get(post.id) ?? 0) } };
  });
}
