import type { FastifyInstance, FastifyReply } from "fastify";
import { sendFile, sendPixel } from "../../sandbox/files.ts";
import { GraphRefusal } from "../../sandbox/meta/refusal.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { sendPost } from "../../sandbox/pages.ts";
import { feedOf } from "./feed.ts";
import { find, LIST_MAX } from "./model.ts";

/** What the addresses in responses lead to: posts, reels, stories and files. */
export function websiteRoutes(scope: FastifyInstance, world: SandboxWorld, network: SandboxNetwork): void {
  const show = async (reply: FastifyReply, postId: string) =>
    sendPost(reply, { network, world, feed: await feedOf(world, { limit: LIST_MAX }), postId });

  scope.get<{ Params: { page: string; post: string } }>("/www/:page/posts/:post", ({ params }, reply) =>
    show(reply, `${params.page}_${params.post}`),
  );
  for (const end of ["", "/"]) {
    scope.get<{ Params: { id: string } }>(`/www/reel/:id${end}`, async ({ params }, reply) =>
      show(reply, (await find(world, "finish", params.id))?.post_id ?? ""),
    );
    scope.get<{ Params: { id: string } }>(`/www/stories/:id${end}`, ({ params }, reply) => show(reply, params.id));
  }
  scope.get("/www/picture.png", (_request, reply) => sendPixel(reply));

  scope.get<{ Params: { id: string } }>("/www/files/:id", async (request, reply) => {
    const { id } = request.params;
    const mime =
      (await find(world, "photo", id))?.mime ??
      (await find(world, "video", id))?.file?.mime ??
      (await find(world, "thumbnail", id.replace(/-thumbnail$/, "")))?.mime;
    const bytes = mime === undefined ? null : await world.objects.getBytes(id);
    if (mime === undefined || bytes === null) throw new GraphRefusal({ code: 100, status: 404, message: "There is no such file." });
    return sendFile(request, reply, { bytes, mime });
  });
}
