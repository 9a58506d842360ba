import type { FastifyInstance } from "fastify";
import { sendFile, sendPixel } from "../../sandbox/files.ts";
import { mountSite, postsBy } from "../../sandbox/kit/site.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { sendPost } from "../../sandbox/pages.ts";
import { feedOf } from "./feed.ts";
import { find, LIST_MAX, PORTRAIT, type Stored } from "./model.ts";
import { sendPieces } from "./pieces.ts";
import { settingsOf } from "./settings.ts";
import { isShort, isThere, privacyOf } from "./videos.ts";

/** The web site, which knows nobody: private videos are not there. And the files at the addresses that the API gives. */
export function pageRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  mountSite(scope, network, world, {
    posts: { "/www/watch": async ({ v = "" }) => (await watchable(world, v))?.id ?? null },
    lists: {
      "/www/channel/:id": async ({ id = "" }) => {
        const channel = await find(world, "account", id);
        if (channel === null) return null;
        return { ...postsBy(`@${channel.handle}`, channel.title), lead: `What @${channel.handle} has uploaded, newest first.` };
      },
    },
    pixel: PORTRAIT,
  });
  // Stays where it is for a Short, and leads to the ordinary page for other videos: https://github.com/Chatterino/api/pull/299 (2026-11).
  scope.get<{ Params: { id: string } }>("/www/shorts/:id", async ({ params, headers, url }, reply) => {
    if ((await settingsOf(world)).asks_about_cookies && !/\bSOCS=/.test(headers.cookie ?? ""))
      return reply.redirect(`/sandbox/${network.slug}/www/consent?continue=${encodeURIComponent(url)}`, 302);
    const video = await watchable(world, params.id);
    if (video !== null && !isShort(video)) {
      return reply.redirect(`/sandbox/${network.slug}/www/watch?v=${encodeURIComponent(video.id)}`, 303);
    }
    return sendPost(reply, { network, world, feed: await feedOf(world, { limit: LIST_MAX }), postId: video?.id ?? "" });
  });

  scope.get<{ Params: { id: string } }>("/vi/:id/default.jpg", async (request, reply) => {
    const own = await find(world, "thumbnail", request.params.id);
    const bytes = own === null ? null : await world.objects.getBytes(own.file);
    return own === null || bytes === null ? sendPixel(reply) : sendFile(request, reply, { bytes, mime: own.mime });
  });
  scope.get<{ Params: { id: string } }>("/files/:id", async (request, reply) => {
    const video = await find(world, "video", request.params.id);
    if (video === null) return reply.callNotFound();
    return sendPieces(request, reply, { world, pieces: video.pieces, mime: video.mime });
  });
}

async function watchable(world: SandboxWorld, id: string): Promise<Stored<"video"> | null> {
  const video = await find(world, "video", id);
  return video !== null && isThere(world, video) && privacyOf(world, video) !== "private" ? video : null;
}
