import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { faultOn } from "../faults.ts";
import type { SandboxWorld } from "../network.ts";

/**
 * Processing that is over when the clock says so; nothing runs meanwhile. Networks store it in what they process and read the state
 * when they are asked. The faults `processing`, `processing-fails` and `container-ends` strike calls with the purpose `upload`.
 */
export const Processing = z.object({ ready_at: z.string(), fails: z.boolean() });
export type Processing = z.output<typeof Processing>;

/** Processing that begins now; `seconds` is what it takes without a fault. */
export function beginProcessing(world: SandboxWorld, request: FastifyRequest, seconds: number): Processing {
  const failing = faultOn(request, "processing-fails");
  const lasting = failing ?? faultOn(request, "processing");
  return { ready_at: addSeconds(world.now(), lasting?.seconds ?? seconds), fails: failing !== null };
}

export function processingState(world: SandboxWorld, { ready_at, fails }: Processing): "processing" | "ready" | "failed" {
  if (world.now() < ready_at) return "processing";
  return fails ? "failed" : "ready";
}

/** When something that is uploaded or created now expires. */
export function expiryOf(world: SandboxWorld, request: FastifyRequest, lifetimeSeconds: number): Instant {
  return addSeconds(world.now(), faultOn(request, "container-ends")?.seconds ?? lifetimeSeconds);
}
