import type { Instant } from "@rostrum/contract/formats.ts";
import { deliveryWords } from "@rostrum/contract/reasons.ts";
import { type Queryable, query } from "../database/query.ts";
import { searchText } from "../published/rules.ts";
import { type Departure, type Left, settleIdle, storeDepartures, storeDueDepartures } from "./departures.ts";

/**
 * Posts leave that the caller has locked: the transaction writes their frozen content and a delivery for each channel. From
 * here on the ledger alone says what happens to them.
 */
export async function depart(tx: Queryable, departures: readonly Departure[], now: Instant): Promise<void> {
  if (departures.length > 0) await follow(tx, await storeDepartures(tx, { departures, words: deliveryWords, now }), now);
}

/** The same for up to `limit` scheduled and immediate posts whose time has come. Answers how many have left. */
export async function departDue(tx: Queryable, limit: number, now: Instant): Promise<number> {
  const left = await storeDueDepartures(tx, { limit, words: deliveryWords, now });
  await follow(tx, left, now);
  return left.posts;
}

async function follow(tx: Queryable, { idle, skipped }: Left, now: Instant): Promise<void> {
  if (skipped.length > 0) {
    await query(tx, {
      name: "store_search_texts",
      text: "update deliveries d set search_text = given.text from unnest($1::bigint[], $2::text[]) as given (id, text) where d.id = given.id",
      values: [skipped.map(({ id }) => id), skipped.map(({ text }) => searchText(text))],
    });
  }
  if (idle.length > 0) await settleIdle(tx, idle, now);
}
