import type { FastifyInstance } from "fastify";
import { sendFile } from "../files.ts";
import type { SandboxNetwork, SandboxWorld } from "../network.ts";
import { sendPost } from "../pages.ts";
import { mimeOf } from "../uploaded.ts";
import { feedOf } from "./feed.ts";
import { LIST_MAX } from "./model.ts";

/** One blue pixel: nobody here has a picture, but clients expect an address that works. */
const PORTRAIT = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGMQi0gHAAGbANkATd7kAAAAAElFTkSuQmCC", "base64");

/** Pages and files at the addresses that the API gives. */
export function pageRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  for (const end of ["", "/"]) {
    scope.get<{ Params: { id: string } }>(`/www/pin/:id${end}`, async ({ params }, reply) =>
      sendPost(reply, { network, world, feed: await feedOf(world, { limit: LIST_MAX }), postId: params.id }),
    );
  }
  scope.get("/www/portrait.png", async (_request, reply) =>
    reply.type("image/png").header("x-content-type-options", "nosniff").send(PORTRAIT),
  );
  scope.get<{ Params: { file: string } }>("/files/:file", async (request, reply) => {
    const bytes = await world.objects.getBytes(request.params.file);
    if (bytes === null) return reply.status(404).send({ error: "There is no such file." });
    return sendFile(request, reply, { bytes, mime: await mimeOf(bytes) });
  });
}
