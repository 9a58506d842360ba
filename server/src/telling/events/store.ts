import type { Instant } from "@rostrum/contract/formats.ts";
import { type Queryable, query } from "../../ground/database/query.ts";

/**
 * Tells that a queue runs empty if it does now and did not before. The caller holds the queue and has let its slots fire. All other
 * events are stored by the database itself, with the change that makes them true.
 */
export async function tellOfQueue(tx: Queryable, collectionId: number, now: Instant): Promise<void> {
  await query(tx, { name: "tell_of_queue", text: "select tell_of_queue($1, $2)", values: [collectionId, now] });
}
