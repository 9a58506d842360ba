import type { FastifyInstance } from "fastify";
import { sendFile } from "../../sandbox/files.ts";
import { unknownObject } from "../../sandbox/meta/refusal.ts";
import type { SandboxNetwork, SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { sendFeed, sendPost } from "../../sandbox/pages.ts";
import { accountCalled } from "./accounts.ts";
import { feedOf } from "./feed.ts";
import { idOfShortcode } from "./ids.ts";
import { find } from "./model.ts";
import { isOver, mimeOfFile } from "./posts.ts";

/** How far back profiles and permalinks reach. */
const FEED_LENGTH = 1000;

/** What people see in a browser: profiles, posts and files. */
export function pageRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  for (const path of ["/www/p/:code", "/www/reel/:code"]) {
    scope.get<{ Params: { code: string } }>(`${path}/`, async (request, reply) =>
      sendPost(reply, { network, world, feed: await feedOf(world, { limit: FEED_LENGTH }), postId: idOfShortcode(request.params.code) }),
    );
  }

  scope.get<{ Params: { id: string } }>("/www/stories/:username/:id", async (request, reply) => {
    const story = await find(world, "media", request.params.id);
    const feed = story === null || isOver(world, story) ? [] : await feedOf(world, { limit: FEED_LENGTH });
    return sendPost(reply, { network, world, feed, postId: request.params.id });
  });

  scope.get<{ Params: { username: string } }>("/www/:username/", async (request, reply) => {
    const account = await accountCalled(world, request.params.username);
    if (account === null) return sendPost(reply, { network, world, feed: [], postId: "" });
    const feed = await conversations(world, ({ author }) => author === `@${account.username}`);
    return sendFeed(reply, { network, world, feed, title: account.name, lead: `Posts of @${account.username}, newest first.` });
  });

  scope.get<{ Params: { tag: string } }>("/www/explore/tags/:tag/", async (request, reply) => {
    const tag = `#${request.params.tag}`;
    const feed = await conversations(world, ({ text, links }) =>
      links.some(({ start, end }) => text.slice(start, end).toLowerCase() === tag.toLowerCase()),
    );
    return sendFeed(reply, { network, world, feed, title: tag, lead: `Posts with ${tag}, newest first.` });
  });

  scope.get<{ Params: { name: string } }>("/files/:name", async (request, reply) => {
    const [id = "", extension = ""] = request.params.name.split(".");
    const bytes = await world.objects.getBytes(id);
    if (bytes === null) throw unknownObject(id, "GET");
    return sendFile(request, reply, { bytes, mime: mimeOfFile(extension) });
  });
}

/** The posts that are wanted, with their comments. */
async function conversations(world: SandboxWorld, isWanted: (post: SandboxPost) => boolean): Promise<SandboxPost[]> {
  const feed = await feedOf(world, { limit: FEED_LENGTH });
  const kept = new Set<string>();
  // Oldest first, so that a comment comes after what it is on.
  for (const post of feed.toReversed()) {
    if (post.replyTo === null ? isWanted(post) : kept.has(post.replyTo)) kept.add(post.id);
  }
  return feed.filter(({ id }) => kept.has(id));
}
