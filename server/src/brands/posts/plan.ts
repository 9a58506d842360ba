import type { Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { localDay } from "../queue/rules.ts";
import type { LockedQueue } from "../queue/store.ts";
import { countPostsBetween, lockSchedulePlan } from "./store.ts";

export interface PlannedPost {
  readonly app: Pick<App, "config">;
  readonly queue: LockedQueue;
  /** When it is due. */
  readonly at: Instant;
  readonly mode: "SCHEDULE" | "NOW";
  /** The post being moved, which does not count against itself; null for a new one. */
  readonly exceptId: number | null;
}

/** Refuses (403, `plan`) a scheduled or immediate post that exceeds the collection's daily limit or the account's plan. */
export async function holdScheduleLimits(tx: Queryable, planned: PlannedPost): Promise<void> {
  const { app, queue, exceptId } = planned;
  if (planned.mode === "SCHEDULE") {
    const plan = await lockSchedulePlan(tx, { brandId: queue.brandId, exceptId });
    if (plan.limit !== null && plan.count >= plan.limit) refuse(403, "plan", `The plan allows ${plan.limit} scheduled posts.`);
  }
  const limit = app.config.postsPerCollectionPerDay;
  if (limit === 0) return;
  const day = localDay(queue.timezone, planned.at);
  const count = await countPostsBetween(tx, { collectionId: queue.collectionId, ...day, exceptId });
  if (count >= limit) refuse(403, "plan", `A collection may have ${limit} scheduled and immediate posts per day.`);
}
