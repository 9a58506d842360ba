import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import type { SandboxWorld } from "../network.ts";

/** As Pinterest writes times: UTC, without saying so. https://github.com/pinterest/api-quickstart/issues/78 (2026-11) */
export function zoneless(at: Instant): string {
  return at.replace(/(\.\d+)?Z$/, "");
}

/** Replies bear the network's own time, which clients can compare with the times in them. */
export function tellTime(scope: FastifyInstance, world: SandboxWorld): void {
  scope.addHook("onRequest", async (_request, reply) => {
    reply.header("date", new Date(toEpochMilliseconds(world.now())).toUTCString());
  });
}
