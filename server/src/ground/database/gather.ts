import { untraced } from "../spans.ts";

export interface GatherOptions {
  /** Maximum number of items in a batch. */
  readonly most: number;
  /** Maximum number of concurrent batches. */
  readonly lanes: number;
}

/**
 * Batches concurrent requests: while all `lanes` are busy, new items wait and form the next batch. A single request runs
 * at once; under load one statement or commit serves many.
 *
 * `work` returns results in the order of its items. If a batch fails, each of its items runs once more on its own, so that
 * one bad item does not fail the others. `work` must therefore be safe to repeat after a failure that may have come before
 * or after the commit.
 */
export function gather<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most, lanes }: GatherOptions,
): (item: Item) => Promise<Result> {
  interface Asked {
    readonly item: Item;
    readonly answer: (result: Result) => void;
    readonly fail: (error: unknown) => void;
  }
  let waiting: Asked[] = [];
  let busy = 0;

  const one = async (asked: Asked) => {
    try {
      asked.answer((await work([asked.item]))[0] as Result);
    } catch (error) {
      asked.fail(error);
    }
  };

  const batch = async (all: readonly Asked[]) => {
    if (all.length === 1) return one(all[0] as Asked);
    let results: readonly Result[];
    try {
      results = await work(all.map((asked) => asked.item));
    } catch {
      for (const asked of all) await one(asked);
      return;
    }
    for (const [index, asked] of all.entries()) asked.answer(results[index] as Result);
  };

  const run = async () => {
    while (waiting.length > 0) {
      const now = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await batch(now);
    }
    busy -= 1;
  };

  return (item) =>
    new Promise<Result>((answer, fail) => {
      waiting.push({ item, answer, fail });
      if (busy >= lanes) return;
      busy += 1;
      // Everything requested in this turn of the event loop joins the batch.
      untraced(() => setImmediate(run));
    });
}
