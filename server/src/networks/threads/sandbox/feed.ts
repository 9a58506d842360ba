import { countsOf, type Tallies, tally } from "../../sandbox/kit/feed.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";
import { fileUrl, permalinkOf, profileUrl } from "./present.ts";
import { linksIn } from "./text.ts";

/** What readers see, newest first. */
export async function feedOf(world: SandboxWorld, options: { readonly limit: number }): Promise<SandboxPost[]> {
  return seen(world, await list(world, "post", options));
}

/** One profile's posts and replies, newest first. */
export async function profileFeed(world: SandboxWorld, accountId: string, options: { readonly limit: number }): Promise<SandboxPost[]> {
  return seen(world, await list(world, "post", { where: { account_id: accountId }, ...options }));
}

/** Everything that posts refer to, read once for all of them. */
interface Surroundings extends Tallies {
  readonly accounts: ReadonlyMap<string, Stored<"account">>;
  readonly posts: ReadonlyMap<string, Stored<"post">>;
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
    accounts: new Map(accounts.map((account) => [account.id, account])),
    posts: new Map(posts.map((post) => [post.id, post])),
    likes: tally(of("like")),
    comments: tally(posts.map(({ parent }) => parent)),
    shares: tally([...of("share"), ...posts.map(({ quoted }) => quoted)]),
  };
}

function viewOf(world: SandboxWorld, post: Stored<"post">, around: Surroundings): SandboxPost {
  const { content, poll } = post;
  const username = authorOf(post, around);
  const label = labelOf(post, around);
  return {
    id: post.id,
    author: `@${username}`,
    text: content.text,
    url: permalinkOf(world, { username }, post.id),
    createdAt: post.createdAt,
    media: content.media.map(({ file, mime, alt }) => ({ url: fileUrl(world, file), mime, alt })),
    poll: poll === null ? null : { options: poll.options, endsAt: poll.ends_at },
    card: content.link === null ? null : cardOf(content.link),
    replyTo: post.role === "reply" ? post.parent : null,
    counts: countsOf(around, post.id),
    ...(label === "" ? {} : { label }),
    links: linksIn(content.text, (name) => profileUrl(world, name)),
  };
}

/** Nothing is fetched for a card: its words come from the link itself. */
function cardOf(link: string): SandboxPost["card"] {
  const { host, pathname } = new URL(link);
  return { url: link, title: host, description: pathname };
}

function labelOf({ content, quoted }: Stored<"post">, around: Surroundings): string {
  const original = around.posts.get(quoted);
  return [
    ...(content.topic_tag === null ? [] : [`Topic: ${content.topic_tag}`]),
    ...(original === undefined ? [] : [`Quotes @${authorOf(original, around)}`]),
  ].join(" · ");
}

function authorOf({ account_id }: Stored<"post">, { accounts }: Surroundings): string {
  return accounts.get(account_id)?.username ?? "somebody";
}

function isThere({ deleted }: Stored<"post">): boolean {
  return !deleted;
}
