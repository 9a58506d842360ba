/**
 * How many pieces of files are handed on in one turn of the event loop, by all uploads together. Fifty uploads would else each send
 * one in every turn, and a request that needs ten turns would wait for five hundred of them.
 */
const PIECES_PER_TURN = 4;

const waiting: (() => void)[] = [];

/** Resolves when the caller may hand on its next piece: after everybody who asked before. */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letGo);
  });
}

function letGo(): void {
  for (const go of waiting.splice(0, PIECES_PER_TURN)) go();
  if (waiting.length > 0) setImmediate(letGo);
}
