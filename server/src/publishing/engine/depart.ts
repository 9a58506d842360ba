import type { Instant } from "@rostrum/contract/formats.ts";
import { searchText } from "../../brands/published/rules.ts";
import type { Queryable } from "../../ground/database/query.ts";
import {
  type Departure,
  type Left,
  type SkippedEntry,
  settleIdle,
  storeDepartures,
  storeDueDepartures,
  storeSearchTexts,
} from "./departures-store.ts";

/**
 * Sends off posts that the caller has locked: writes their frozen content and a delivery for each channel in this
 * transaction. From here on the ledger alone determines what happens to them. Returns the entries to which nothing is sent. Throws
 * `NobodyLeft` if the collection has no channel that could take one of them.
 */
export async function depart(tx: Queryable, departures: readonly Departure[], now: Instant): Promise<readonly SkippedEntry[]> {
  if (departures.length === 0) return [];
  const left = await storeDepartures(tx, { departures, now });
  if (left.nobody) throw new NobodyLeft();
  await follow(tx, left, now);
  return left.skipped;
}

/** The last channel has become inactive since the caller looked: what would have left stays in its queue. */
export class NobodyLeft extends Error {
  constructor() {
    super("no channel is active any more");
  }
}

/** The same for up to `limit` scheduled and immediate posts that are due, and not since before `from`. Returns what left. */
export async function departDue(
  tx: Queryable,
  leave: { readonly limit: number; readonly now: Instant; readonly from: Instant | null },
): Promise<Left> {
  const left = await storeDueDepartures(tx, leave);
  await follow(tx, left, leave.now);
  return left;
}

async function follow(tx: Queryable, { idle, skipped }: Left, now: Instant): Promise<void> {
  if (skipped.length > 0) {
    await storeSearchTexts(
      tx,
      skipped.map(({ id, text }) => ({ id, searchText: searchText(text) })),
    );
  }
  if (idle.length > 0) await settleIdle(tx, idle, now);
}
