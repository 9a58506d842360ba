import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendFile, sendPixel } from "../files.ts";
import type { SandboxNetwork, SandboxPost, SandboxWorld } from "../network.ts";
import { sendFeed, sendNotFound, sendPost } from "../pages.ts";

const POSTS_MAX = 10_000;
const FEED_LENGTH = 100;

/** What stands in an address, in its path or behind it. */
type Address = Readonly<Record<string, string | undefined>>;

/** A page with some of the network's posts. */
interface Listed {
  readonly title: string;
  readonly lead: string;
  isShown(post: SandboxPost): boolean;
}

/** A network's web site: what the addresses in its answers lead to. Paths are taken with and without a slash at their end. */
export interface Site {
  /** Pages of single posts: the id of the post, or null. */
  readonly posts?: Readonly<Record<string, (address: Address) => string | null | Promise<string | null>>>;
  /** Pages of several; null if there is none at the address. */
  readonly lists?: Readonly<Record<string, (address: Address) => Listed | null | Promise<Listed | null>>>;
  /** Files that are not below `/files/<id>`: under which id they are stored, and what they are. */
  readonly files?: Readonly<Record<string, (address: Address) => Promise<{ readonly id: string; readonly mime: string } | null>>>;
  /** For pictures that nobody here has. */
  readonly pixel?: string;
}

export function mountSite(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld, site: Site): void {
  const everything = () => network.feed(world, { limit: POSTS_MAX });
  for (const [path, idAt] of Object.entries(site.posts ?? {})) {
    for (const url of [path, `${path}/`]) {
      scope.get(url, async (request, reply) => {
        const postId = (await idAt(addressOf(request))) ?? "";
        return sendPost(reply, { network, world, feed: await everything(), postId });
      });
    }
  }
  for (const [path, listedAt] of Object.entries(site.lists ?? {})) {
    for (const url of [path, `${path}/`]) {
      scope.get(url, async (request, reply) => {
        const listed = await listedAt(addressOf(request));
        if (listed === null) return sendNotFound(reply, network, "There is nothing with this name on this sandbox network.");
        const { title, lead, isShown } = listed;
        const feed = withAnswers(await everything(), isShown).slice(0, FEED_LENGTH);
        return sendFeed(reply, { network, world, feed, title, lead });
      });
    }
  }
  for (const [path, fileAt] of Object.entries(site.files ?? {})) {
    scope.get(path, async (request, reply) => {
      const file = await fileAt(addressOf(request));
      const bytes = file === null ? null : await world.objects.getBytes(file.id);
      if (file === null || bytes === null) return reply.status(404).send({ error: "There is no such file." });
      return sendFile(request, reply, { bytes, mime: file.mime });
    });
  }
  if (site.pixel !== undefined) scope.get(site.pixel, (_request, reply) => sendPixel(reply));
}

/** The posts of an author, as a profile shows them. */
export function postsBy(author: string, title: string = author): Listed {
  return { title, lead: "Posts by this account, newest first.", isShown: (post) => post.author === author };
}

function addressOf({ params, query }: FastifyRequest): Address {
  return { ...Object(query), ...Object(params) };
}

/** The posts that are wanted, with their answers. */
function withAnswers(newestFirst: readonly SandboxPost[], isWanted: (post: SandboxPost) => boolean): SandboxPost[] {
  const kept = new Set<string>();
  // Oldest first, so that an answer comes after what it is on.
  for (const post of newestFirst.toReversed()) if (isWanted(post) || kept.has(post.replyTo ?? "")) kept.add(post.id);
  return newestFirst.filter(({ id }) => kept.has(id));
}
