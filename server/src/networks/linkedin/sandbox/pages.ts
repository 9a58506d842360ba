import type { FastifyInstance, FastifyReply } from "fastify";
import { sendFile, sendPixel } from "../../sandbox/files.ts";
import type { SandboxNetwork, SandboxPost, SandboxWorld } from "../../sandbox/network.ts";
import { sendFeed, sendPost } from "../../sandbox/pages.ts";
import { feedOf } from "./feed.ts";
import { find, LIST_MAX } from "./model.ts";
import { notFound } from "./refusals.ts";
import { tagUrl } from "./urls.ts";

const FEED_LENGTH = 100;
/** Pages and files at the addresses that the API gives, and those that posts link to. */
export function pageRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  const show = async (reply: FastifyReply, title: string, isShown: (post: SandboxPost) => boolean) => {
    const feed = (await feedOf(world, { limit: LIST_MAX })).filter(isShown).slice(0, FEED_LENGTH);
    return sendFeed(reply, { network, world, feed, title, lead: "Newest first." });
  };
  for (const end of ["", "/"]) {
    scope.get<{ Params: { urn: string } }>(`/www/feed/update/:urn${end}`, async ({ params }, reply) => {
      const feed = await feedOf(world, { limit: LIST_MAX });
      return sendPost(reply, { network, world, feed, postId: params.urn });
    });
    scope.get<{ Querystring: { keywords?: string } }>(`/www/feed/hashtag${end}`, async ({ query: { keywords = "" } }, reply) =>
      show(reply, `#${keywords}`, ({ links }) => links.some(({ href }) => href === tagUrl(world, keywords))),
    );
    scope.get<{ Params: { name: string } }>(`/www/company/:name${end}`, async ({ params }, reply) => {
      const claim = await find(world, "vanity_name", params.name);
      const organization = claim === null ? null : await find(world, "account", claim.organization_id);
      if (organization === null) throw notFound(params.name);
      return show(reply, organization.name, ({ author }) => author === organization.name);
    });
    scope.get<{ Params: { name: string } }>(`/www/in/:name${end}`, async ({ params }, reply) => {
      const [person] = (await world.objects.list("person", { where: { vanity_name: params.name }, limit: 1 })).map(({ id }) => id);
      const found = person === undefined ? null : await find(world, "person", person);
      if (found === null) throw notFound(params.name);
      return show(reply, found.name, ({ author }) => author === found.name);
    });
  }

  scope.get("/www/picture.png", (_request, reply) => sendPixel(reply));

  scope.get<{ Params: { key: string } }>("/www/dms-files/:key", async (request, reply) => {
    const { key } = request.params;
    const mime = (await find(world, "asset", key))?.file?.mime ?? (await find(world, "thumbnail", key.replace(/-thumbnail$/, "")))?.mime;
    const bytes = mime == null ? null : await world.objects.getBytes(key);
    if (mime == null || bytes === null) throw notFound("The file");
    return sendFile(request, reply, { bytes, mime });
  });
}
