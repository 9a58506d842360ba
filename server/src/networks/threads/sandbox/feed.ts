import { cardOf, countsOf, fileUrl, labelled, tally } from "../../sandbox/kit/feed.ts";
import { talliesOf } from "../../sandbox/kit/reactions.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";
import { permalinkOf, profileUrl } from "./present.ts";
import { linksIn } from "./text.ts";

/** What readers see, newest first. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const everything = { limit: LIST_MAX };
  const [accounts, all] = await Promise.all([list(world, "account", everything), list(world, "post", everything)]);
  const usernames = new Map(accounts.map(({ id, username }) => [id, username]));
  const posts = all.filter(({ deleted }) => !deleted);
  const authors = new Map(posts.map(({ id, account_id }) => [id, usernames.get(account_id) ?? "somebody"]));
  const tallies = await talliesOf(
    world,
    posts.map(({ parent }) => parent),
  );
  const quotes = tally(posts.map(({ quoted }) => quoted));
  return posts.slice(0, limit).map((post) => {
    const counts = countsOf(tallies, post.id);
    const shown = viewOf(world, post, authors);
    return { ...shown, counts: { ...counts, shares: counts.shares + (quotes.get(post.id) ?? 0) } };
  });
}

function viewOf(world: SandboxWorld, post: Stored<"post">, authors: ReadonlyMap<string, string>): Omit<SandboxPost, "counts"> {
  const { content, poll } = post;
  const username = authors.get(post.id) ?? "somebody";
  const quoted = authors.get(post.quoted);
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
    ...labelled(content.topic_tag !== null && `Topic: ${content.topic_tag}`, quoted !== undefined && `Quotes @${quoted}`),
    links: linksIn(content.text, (name) => profileUrl(world, name)),
  };
}
