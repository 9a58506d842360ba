import type { FastifyInstance } from "fastify";
import { mountFiles } from "../../sandbox/files.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { sendFeed, sendNotFound, sendPost } from "../../sandbox/pages.ts";
import { feedOf } from "./feed.ts";
import { find, LIST_MAX } from "./model.ts";

const FEED_LENGTH = 100;

/** Pages and files at the addresses that the APIs give. */
export function pageRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.get<{ Querystring: { id?: string; lpsid?: string } }>("/www/place", async ({ query }, reply) => {
    const feed = await feedOf(world, { limit: LIST_MAX, locationId: String(query.id) });
    const postId = feed.find(({ id }) => id.endsWith(`/localPosts/${query.lpsid}`))?.id ?? "";
    return sendPost(reply, { network, world, feed, postId });
  });

  scope.get<{ Querystring: { cid?: string } }>("/www/maps", async ({ query }, reply) => {
    const location = await find(world, "location", String(query.cid));
    if (location === null) return sendNotFound(reply, network, "There is no such business on this sandbox network.");
    const feed = await feedOf(world, { limit: FEED_LENGTH, locationId: location.id });
    return sendFeed(reply, { network, world, feed, title: location.title, lead: "Posts and photos of this business, newest first." });
  });

  mountFiles(scope, world);
}
