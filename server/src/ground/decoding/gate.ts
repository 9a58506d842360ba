import { currentHolder, type Holder } from "../holder.ts";

/**
 * Limits how many pieces of work run at once; the others wait. Those who wait take turns: somebody with a hundred pieces delays others no
 * longer than somebody with one. If `giveUp` aborts while waiting, the promise rejects with its reason and the work is not started.
 */
export type Gate = <T>(work: () => Promise<T>, giveUp?: AbortSignal) => Promise<T>;

export interface Places {
  /** How much may run at once. */
  readonly width: number;
  /** How much of it for one account. What the service does for itself may take it all. */
  readonly perHolder: number;
}

interface Line {
  readonly holder: Holder | null;
  readonly works: Set<() => void>;
}

type Lines = Map<string, Line>;

export function createGate({ width, perHolder }: Places): Gate {
  const waiting: Lines = new Map();
  const running = new Map<string, number>();
  let total = 0;
  const mayStart = (holder: Holder | null) => total < width && (holder === null || (running.get(holder.account) ?? 0) < perHolder);
  const begin = (holder: Holder | null) => {
    total += 1;
    if (holder !== null) running.set(holder.account, (running.get(holder.account) ?? 0) + 1);
  };
  const end = (holder: Holder | null) => {
    total -= 1;
    const left = holder === null ? 0 : (running.get(holder.account) ?? 1) - 1;
    if (holder !== null && left === 0) running.delete(holder.account);
    else if (holder !== null) running.set(holder.account, left);
    for (const [name, line] of waiting) {
      if (!mayStart(line.holder)) continue;
      const [take] = line.works;
      // Behind the others who wait.
      waiting.delete(name);
      if (line.works.size > 1) waiting.set(name, line);
      begin(line.holder);
      take?.();
      return;
    }
  };
  return async (work, giveUp) => {
    const asked = currentHolder();
    const holder = asked instanceof Promise ? await asked : asked;
    if (mayStart(holder)) begin(holder);
    else await turn(waiting, holder, giveUp);
    try {
      return await work();
    } finally {
      end(holder);
    }
  };
}

/** Resolves when the place has been taken for the holder. */
function turn(waiting: Lines, holder: Holder | null, giveUp: AbortSignal | undefined): Promise<void> {
  giveUp?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const name = holder === null ? "" : `${holder.isAwaited ? "person" : "account"} ${holder.account}`;
    const line = waiting.get(name) ?? { holder, works: new Set() };
    waiting.set(name, line);
    const { works } = line;
    const leave = () => {
      works.delete(take);
      if (works.size === 0 && waiting.get(name) === line) waiting.delete(name);
      reject(giveUp?.reason);
    };
    const take = () => {
      works.delete(take);
      giveUp?.removeEventListener("abort", leave);
      resolve();
    };
    works.add(take);
    giveUp?.addEventListener("abort", leave, { once: true });
  });
}
