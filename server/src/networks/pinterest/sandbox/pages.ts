import type { FastifyInstance } from "fastify";
import { mountFiles, sendPixel } from "../../sandbox/files.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { sendPost } from "../../sandbox/pages.ts";
import { feedOf } from "./feed.ts";
import { LIST_MAX } from "./model.ts";

/** Pages and files at the addresses that the API gives. */
export function pageRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  for (const end of ["", "/"]) {
    scope.get<{ Params: { id: string } }>(`/www/pin/:id${end}`, async ({ params }, reply) =>
      sendPost(reply, { network, world, feed: await feedOf(world, { limit: LIST_MAX }), postId: params.id }),
    );
  }
  scope.get("/www/portrait.png", (_request, reply) => sendPixel(reply));
  mountFiles(scope, world);
}
