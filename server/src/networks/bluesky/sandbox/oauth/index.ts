import type { FastifyInstance } from "fastify";
import type { SandboxNetwork, SandboxWorld } from "../../../sandbox/network.ts";
import { authorizeRoutes } from "./authorize.ts";
import { metadataRoutes } from "./metadata.ts";
import { nonceOf } from "./proof.ts";
import { requestRoutes } from "./requests.ts";
import { tokenRoutes } from "./tokens.ts";

/** The authorization server: https://atproto.com/specs/oauth (August 2026). */
export async function mountOAuth(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): Promise<void> {
  await scope.register(async (inner) => {
    metadataRoutes(inner, world);
    authorizeRoutes(inner, network, world);
    await inner.register(async (server) => {
      server.addHook("onRequest", async (_request, reply) => {
        reply.headers({ "dpop-nonce": nonceOf(world), "cache-control": "no-store" });
      });
      requestRoutes(server, world);
      tokenRoutes(server, world);
    });
  });
}
