import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import type { SandboxWorld } from "../network.ts";

/** Replies bear the network's own time, which clients can compare with the times in them. */
export function tellTime(scope: FastifyInstance, world: SandboxWorld): void {
  scope.addHook("onRequest", async (_request, reply) => {
    reply.header("date", new Date(toEpochMilliseconds(world.now())).toUTCString());
  });
}
