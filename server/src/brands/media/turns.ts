/**
 * Pieces of files are handed on one in each turn of the event loop, by all uploads together. Fifty uploads would else each send one in
 * every turn, and a request that needs ten turns would wait for five hundred of them. The order is that of asking.
 */
const waiting: (() => void)[] = [];

/** Resolves when the caller may hand on its next piece: after everybody who asked before. */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letGo);
  });
}

function letGo(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letGo);
}
