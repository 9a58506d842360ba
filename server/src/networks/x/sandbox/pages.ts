import type { FastifyInstance } from "fastify";
import { mountFiles } from "../../sandbox/files.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { sendFeed, sendNotFound, sendPost } from "../../sandbox/pages.ts";
import { feedOf, profileFeed } from "./feed.ts";
import { find, LIST_MAX } from "./model.ts";

const FEED_LENGTH = 100;

/** Pages and files at the addresses that the API gives. A post is found whatever name is in its address: names may change. */
export function pageRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.get<{ Params: { user: string } }>("/www/:user", async (request, reply) => {
    const { user } = request.params;
    const claim = await find(world, "username", user.toLowerCase());
    if (claim === null) return sendNotFound(reply, network, "There is no account with this name on this sandbox network.");
    const feed = await profileFeed(world, claim.account_id, { limit: FEED_LENGTH });
    return sendFeed(reply, { network, world, feed, title: `@${user}`, lead: "Posts by this account, newest first." });
  });

  scope.get<{ Params: { user: string; id: string } }>("/www/:user/status/:id", async (request, reply) => {
    return sendPost(reply, { network, world, feed: await feedOf(world, { limit: LIST_MAX }), postId: request.params.id });
  });

  mountFiles(scope, world);
}
