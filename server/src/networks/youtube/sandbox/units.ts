import { printLocal } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import { faultOn } from "../../sandbox/faults.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, insert } from "./model.ts";
import { bucketEmpty, quotaExceeded } from "./refusals.ts";
import type { Settings } from "./settings.ts";

/** What calls cost, from buckets that each application has for a day. */
export type Cost =
  | { readonly bucket: "units"; readonly units: 1 | 50 }
  | { readonly bucket: "uploads" }
  | { readonly bucket: "batchStats" };

interface Spending {
  readonly clientId: string;
  readonly cost: Cost;
  readonly settings: Settings;
}

const METRICS = { uploads: "Video Uploads", batchStats: "Batch Get Stats" } as const;
const ZONE = "America/Los_Angeles";

/** Counts a call, refused or not, and throws if its bucket is empty. */
export async function spend(world: SandboxWorld, request: FastifyRequest, { clientId, cost, settings }: Spending): Promise<void> {
  const { bucket } = cost;
  const id = `${clientId} ${bucket} ${printLocal(world.now(), ZONE).slice(0, 10)}`;
  await insert(world, "usage", id, { ones: 0, fifties: 0 });
  await world.objects.increment("usage", id, cost.bucket === "units" && cost.units === 50 ? "fifties" : "ones");
  const usage = await find(world, "usage", id);
  const used = (usage?.ones ?? 0) + 50 * (usage?.fifties ?? 0);
  const isEmpty = used > totalOf(bucket, settings) || faultOn(request, "quota") !== null;
  if (isEmpty) throw bucket === "units" ? quotaExceeded() : bucketEmpty(METRICS[bucket]);
}

function totalOf(bucket: Cost["bucket"], { units_a_day, uploads_a_day, batch_stats_a_day }: Settings): number {
  return { units: units_a_day, uploads: uploads_a_day, batchStats: batch_stats_a_day }[bucket];
}
