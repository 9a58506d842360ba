import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import type { Waker } from "../../ground/loops/waker.ts";
import { sumChanges } from "./store.ts";

const PAUSE_MILLISECONDS = 5_000;

/** Sums changes into the totals until stopped, so that few are left to be added when a list is read. Never rejects. */
export async function sumTotals(
  app: App,
  { waker, stop }: { readonly waker: Pick<Waker, "rest">; readonly stop: AbortSignal },
): Promise<void> {
  while (!stop.aborted) {
    const isMore = await transaction(app.db, sumChanges).catch((error: unknown) => {
      app.log.error({ event: "engine trouble", part: "totals", err: error });
      return false;
    });
    if (!isMore) await waker.rest(PAUSE_MILLISECONDS);
  }
}
