import type { FastifyInstance, FastifyReply } from "fastify";
import { sendFile, sendPixel } from "../../sandbox/files.ts";
import { sendNotFoundPage } from "../../sandbox/google/refusals.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { sendFeed, sendPost } from "../../sandbox/pages.ts";
import { feedOf } from "./feed.ts";
import { find, LIST_MAX, type Stored } from "./model.ts";
import { sendPieces } from "./pieces.ts";
import { settingsOf } from "./settings.ts";
import { isShort, isThere, privacyOf } from "./videos.ts";

/** The web site, which knows nobody: private videos are not there. And the files at the addresses that the API gives. */
export function pageRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  const show = async (reply: FastifyReply, videoId: string) => {
    const feed = (await watchable(world, videoId)) === null ? [] : await feedOf(world, { limit: LIST_MAX });
    return sendPost(reply, { network, world, feed, postId: videoId });
  };

  scope.get<{ Querystring: Record<string, unknown> }>("/www/watch", ({ query }, reply) => show(reply, String(query.v ?? "")));
  // Stays where it is for a Short, and leads to the ordinary page for other videos: https://github.com/Chatterino/api/pull/299 (2026-11).
  scope.get<{ Params: { id: string } }>("/www/shorts/:id", async ({ params, headers, url }, reply) => {
    if ((await settingsOf(world)).asks_about_cookies && !/\bSOCS=/.test(headers.cookie ?? ""))
      return reply.redirect(`/sandbox/${network.slug}/www/consent?continue=${encodeURIComponent(url)}`, 302);
    const video = await watchable(world, params.id);
    if (video === null || isShort(video)) return show(reply, params.id);
    return reply.redirect(`/sandbox/${network.slug}/www/watch?v=${encodeURIComponent(video.id)}`, 303);
  });
  scope.get<{ Params: { id: string } }>("/www/channel/:id", async ({ params }, reply) => {
    const channel = await find(world, "account", params.id);
    if (channel === null) return sendNotFoundPage(reply);
    const feed = (await feedOf(world, { limit: LIST_MAX })).filter(({ author }) => author === `@${channel.handle}`);
    return sendFeed(reply, { network, world, feed, title: channel.title, lead: `What @${channel.handle} has uploaded, newest first.` });
  });
  scope.get("/www/portrait.png", (_request, reply) => sendPixel(reply));

  scope.get<{ Params: { id: string } }>("/vi/:id/default.jpg", async (request, reply) => {
    const own = await find(world, "thumbnail", request.params.id);
    const bytes = own === null ? null : await world.objects.getBytes(own.file);
    return own === null || bytes === null ? sendPixel(reply) : sendFile(request, reply, { bytes, mime: own.mime });
  });
  scope.get<{ Params: { id: string } }>("/files/:id", async (request, reply) => {
    const video = await find(world, "video", request.params.id);
    if (video === null) return sendNotFoundPage(reply);
    return sendPieces(request, reply, { world, pieces: video.pieces, mime: video.mime });
  });
}

async function watchable(world: SandboxWorld, id: string): Promise<Stored<"video"> | null> {
  const video = await find(world, "video", id);
  return video !== null && isThere(world, video) && privacyOf(world, video) !== "private" ? video : null;
}
