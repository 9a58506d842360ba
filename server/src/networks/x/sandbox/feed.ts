import { countsOf, type Tallies, tally } from "../../sandbox/kit/feed.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";
import { fileUrl, permalinkOf, profileUrl } from "./present.ts";
import { expandedUrl, linksIn, urlsIn } from "./text.ts";

/** What readers see, newest first. */
export async function feedOf(world: SandboxWorld, options: { readonly limit: number }): Promise<SandboxPost[]> {
  return seen(world, await list(world, "post", options));
}

/** One account's posts and replies, newest first. */
export async function profileFeed(world: SandboxWorld, accountId: string, options: { readonly limit: number }): Promise<SandboxPost[]> {
  return seen(world, await list(world, "post", { where: { account_id: accountId }, ...options }));
}

/** Everything that posts refer to, read once for all of them. */
interface Surroundings extends Tallies {
  readonly usernames: ReadonlyMap<string, string>;
  readonly authors: ReadonlyMap<string, string>;
}

async function seen(world: SandboxWorld, posts: readonly Stored<"post">[]): Promise<SandboxPost[]> {
  if (posts.length === 0) return [];
  const around = await surroundings(world);
  return posts.filter(isThere).map((post) => viewOf(world, post, around));
}

async function surroundings(world: SandboxWorld): Promise<Surroundings> {
  const everything = { limit: LIST_MAX };
  const [accounts, all, reactions] = await Promise.all([
    list(world, "account", everything),
    list(world, "post", everything),
    list(world, "reaction", everything),
  ]);
  const posts = all.filter(isThere);
  const of = (kind: string) => reactions.filter((reaction) => reaction.kind === kind).map(({ post }) => post);
  return {
    usernames: new Map(accounts.map(({ id, username }) => [id, username])),
    authors: new Map(posts.map(({ id, account_id }) => [id, account_id])),
    likes: tally(of("like")),
    comments: tally(posts.map(({ parent }) => parent)),
    shares: tally([...of("share"), ...posts.map(({ quoted }) => quoted)]),
  };
}

function viewOf(world: SandboxWorld, post: Stored<"post">, around: Surroundings): SandboxPost {
  const username = nameOf(post.account_id, around);
  const label = labelOf(post, around);
  return {
    id: post.id,
    author: `@${username}`,
    text: post.text,
    url: permalinkOf(world, username, post.id),
    createdAt: post.createdAt,
    media: post.media.map(({ id, mime, alt }) => ({ url: fileUrl(world, id), mime, alt })),
    poll: post.poll === null ? null : { options: post.poll.options, endsAt: post.poll.ends_at },
    card: cardOf(post),
    replyTo: post.parent === "" ? null : post.parent,
    counts: countsOf(around, post.id),
    ...(label === "" ? {} : { label }),
    links: linksIn(post.text, (name) => profileUrl(world, name)),
  };
}

/** Of the last link, unless media or a poll take its place. Nothing is fetched for it: its words come from the link itself. */
function cardOf({ text, media, poll }: Stored<"post">): SandboxPost["card"] {
  const link = urlsIn(text).at(-1);
  const isCovered = media.length > 0 || poll !== null;
  if (link === undefined || isCovered || !URL.canParse(expandedUrl(link))) return null;
  const { href, host, pathname } = new URL(expandedUrl(link));
  return { url: href, title: host, description: pathname };
}

const AUDIENCES: Readonly<Record<string, string>> = {
  following: "Accounts they follow can reply",
  mentionedUsers: "Accounts they mention can reply",
  subscribers: "Subscribers can reply",
  verified: "Verified accounts can reply",
};

function labelOf({ reply_settings, made_with_ai, paid_partnership, quoted }: Stored<"post">, around: Surroundings): string {
  const author = around.authors.get(quoted);
  return [
    ...(author === undefined ? [] : [`Quotes @${nameOf(author, around)}`]),
    ...(paid_partnership ? ["Paid partnership"] : []),
    ...(made_with_ai ? ["Made with AI"] : []),
    ...[AUDIENCES[reply_settings]].filter((words) => words !== undefined),
  ].join(" · ");
}

function nameOf(accountId: string, { usernames }: Surroundings): string {
  return usernames.get(accountId) ?? "somebody";
}

function isThere({ deleted }: Stored<"post">): boolean {
  return !deleted;
}
