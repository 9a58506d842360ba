import type { SandboxPost, SandboxWorld } from "../network.ts";
import { postUrl } from "./events.ts";
import { list, type Stored } from "./model.ts";

const EVERYTHING = { limit: 10_000 };

/** The received posts, newest first. */
export async function feedOf(world: SandboxWorld, options: { readonly limit: number }): Promise<SandboxPost[]> {
  const [posts, reactions, answers] = await Promise.all([
    list(world, "post", options),
    list(world, "reaction", EVERYTHING),
    list(world, "post", EVERYTHING),
  ]);
  const count = (id: string, kind: "like" | "share") =>
    reactions.filter((reaction) => reaction.post === id && reaction.kind === kind).length;
  return posts.map((post) => ({
    ...seen(world, post),
    counts: {
      likes: count(post.id, "like"),
      comments: answers.filter(({ replyTo }) => replyTo === post.id).length,
      shares: count(post.id, "share"),
    },
  }));
}

function seen(world: SandboxWorld, post: Stored<"post">): Omit<SandboxPost, "counts"> {
  return {
    id: post.id,
    author: post.author,
    text: post.text,
    url: postUrl(world, post.id),
    createdAt: post.createdAt,
    media: post.media.map(({ file, mime, alt }) => ({ url: `${world.baseUrl}/files/${file}`, mime, alt })),
    poll: post.poll,
    card: post.link === null ? null : { url: post.link, title: post.title ?? post.link, description: "" },
    replyTo: post.replyTo,
    links: [...post.text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      href: match[0],
    })),
  };
}
