import type { FastifyInstance } from "fastify";
import { html } from "../../web/html.ts";
import { sendPage } from "../../web/page.ts";
import { sendFile } from "../files.ts";
import type { SandboxNetwork, SandboxWorld } from "../network.ts";
import { sendFeed, sendPost, trailOf } from "../pages.ts";
import { mimeOf } from "../uploaded.ts";
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
    if (location === null) {
      const body = html`<h1>Not found</h1><p class="lead">There is no such business on this sandbox network.</p>`;
      return sendPage(reply, { title: "Not found", status: 404, trail: trailOf(network), body });
    }
    const feed = await feedOf(world, { limit: FEED_LENGTH, locationId: location.id });
    return sendFeed(reply, { network, world, feed, title: location.title, lead: "Posts and photos of this business, newest first." });
  });

  scope.get<{ Params: { file: string } }>("/files/:file", async (request, reply) => {
    const bytes = await world.objects.getBytes(request.params.file);
    if (bytes === null) return reply.status(404).send({ error: "There is no such file." });
    return sendFile(request, reply, { bytes, mime: await mimeOf(bytes) });
  });
}
