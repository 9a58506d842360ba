import { countsOf, fileUrl, talliesOf, webLinksIn } from "../kit/feed.ts";
import type { SandboxPost, SandboxWorld } from "../network.ts";
import { postUrl } from "./events.ts";
import { list } from "./model.ts";

/** The received posts, newest first. */
export async function feedOf(world: SandboxWorld, { limit }: { readonly limit: number }): Promise<SandboxPost[]> {
  const posts = await list(world, "post", { limit: POSTS_MAX });
  const tallies = await talliesOf(world, posts, ({ replyTo }) => replyTo);
  return posts.slice(0, limit).map(({ id, author, text, createdAt, media, poll, link, title, replyTo }) => ({
    id,
    author,
    text,
    url: postUrl(world, id),
    createdAt,
    media: media.map(({ file, mime, alt }) => ({ url: fileUrl(world, file), mime, alt })),
    poll,
    card: link === null ? null : { url: link, title: title ?? link, description: "" },
    replyTo,
    counts: countsOf(tallies, id),
    links: webLinksIn(text),
  }));
}

const POSTS_MAX = 10_000;
