import { cardOf, conversingFeed, fileUrl, labelled } from "../../sandbox/kit/feed.ts";
import type { SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";
import { permalinkOf, profileUrl } from "./present.ts";
import { expandedUrl, linksIn, urlsIn } from "./text.ts";

/** What readers see, newest first. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const everything = { limit: LIST_MAX };
  const [accounts, posts] = await Promise.all([list(world, "account", everything), list(world, "post", everything)]);
  return conversingFeed(world, { posts, accounts, limit }, (post, authors) => viewOf(world, post, authors));
}

function viewOf(world: SandboxWorld, post: Stored<"post">, authors: ReadonlyMap<string, string>): Omit<SandboxPost, "counts"> {
  const username = authors.get(post.id) ?? "somebody";
  const link = post.media.length > 0 || post.poll !== null ? undefined : urlsIn(post.text).at(-1);
  const quoted = authors.get(post.quoted);
  return {
    id: post.id,
    author: `@${username}`,
    text: post.text,
    url: permalinkOf(world, username, post.id),
    createdAt: post.createdAt,
    media: post.media.map(({ id, mime, alt }) => ({ url: fileUrl(world, id), mime, alt })),
    poll: post.poll === null ? null : { options: post.poll.options, endsAt: post.poll.ends_at },
    // Of the last link, unless media or a poll take its place.
    card: link === undefined || !URL.canParse(expandedUrl(link)) ? null : cardOf(expandedUrl(link)),
    replyTo: post.parent === "" ? null : post.parent,
    ...labelled(
      quoted !== undefined && `Quotes @${quoted}`,
      post.paid_partnership && "Paid partnership",
      post.made_with_ai && "Made with AI",
      AUDIENCES[post.reply_settings],
    ),
    links: linksIn(post.text, (name) => profileUrl(world, name)),
  };
}

const AUDIENCES: Readonly<Record<string, string>> = {
  following: "Accounts they follow can reply",
  mentionedUsers: "Accounts they mention can reply",
  subscribers: "Subscribers can reply",
  verified: "Verified accounts can reply",
};
