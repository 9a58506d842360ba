import type { FastifyInstance } from "fastify";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { sendFeed, sendNotFound, sendPost } from "../../sandbox/pages.ts";
import { accountFeed, conversationAt } from "./feed.ts";
import { find } from "./model.ts";

const FEED_LENGTH = 100;

/** Pages at the URLs that the API returns: `/@user`, `/@user/<id>`. */
export function profileRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.get<{ Params: { user: string } }>("/@:user", async (request, reply) => {
    const claim = await find(world, "username", request.params.user.toLowerCase());
    if (claim === null) return sendNotFound(reply, network, "There is no account with this name on this sandbox network.");
    const feed = await accountFeed(world, { limit: FEED_LENGTH, accountId: claim.account_id });
    return sendFeed(reply, { network, world, feed, title: `@${request.params.user}`, lead: "Posts by this account, newest first." });
  });

  scope.get<{ Params: { user: string; id: string } }>("/@:user/:id", async (request, reply) =>
    sendPost(reply, { network, world, feed: await conversationAt(world, request.params.id), postId: request.params.id }),
  );
}
