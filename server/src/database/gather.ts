export interface GatherOptions {
  /** Items that one batch holds at most. */
  readonly most: number;
  /** Batches under way at the same time. */
  readonly lanes: number;
}

/**
 * Does what many ask for in one go: while all `lanes` are busy, what is asked for meanwhile waits and makes the next batch.
 * A single request is done at once; under load a statement or a commit serves many.
 *
 * `work` answers in the order of its items. When a batch fails, each of its items is done once more alone, so that one that
 * cannot be done does not take the others with it: `work` must bear being repeated after a failure of which nobody knows
 * whether it came before or after the commit.
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
      // What is asked for before the event loop comes round goes along.
      setImmediate(run);
    });
}
