import type { FastifyInstance } from "fastify";
import { html } from "../../web/html.ts";
import { sendPage } from "../../web/page.ts";
import { sendFile } from "../files.ts";
import type { SandboxNetwork, SandboxWorld } from "../network.ts";
import { sendFeed, sendPost, trailOf } from "../pages.ts";
import { mimeOf } from "../uploaded.ts";
import { feedOf, profileFeed } from "./feed.ts";
import { find, LIST_MAX } from "./model.ts";

const FEED_LENGTH = 100;

/** Pages and files at the addresses that the API gives. A post is found whatever name is in its address: names may change. */
export function pageRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.get<{ Params: { user: string } }>("/www/:user", async (request, reply) => {
    const { user } = request.params;
    const claim = await find(world, "username", user.toLowerCase());
    if (claim === null) {
      const body = html`<h1>Not found</h1><p class="lead">There is no account with this name on this sandbox network.</p>`;
      return sendPage(reply, { title: "Not found", status: 404, trail: trailOf(network), body });
    }
    const feed = await profileFeed(world, claim.account_id, { limit: FEED_LENGTH });
    return sendFeed(reply, { network, world, feed, title: `@${user}`, lead: "Posts by this account, newest first." });
  });

  scope.get<{ Params: { user: string; id: string } }>("/www/:user/status/:id", async (request, reply) => {
    return sendPost(reply, { network, world, feed: await feedOf(world, { limit: LIST_MAX }), postId: request.params.id });
  });

  scope.get<{ Params: { file: string } }>("/files/:file", async (request, reply) => {
    const bytes = await world.objects.getBytes(request.params.file);
    if (bytes === null) return reply.status(404).send({ error: "There is no such file." });
    return sendFile(request, reply, { bytes, mime: await mimeOf(bytes) });
  });
}
