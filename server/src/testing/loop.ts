/** How long the longest turn of the event loop took so far, in milliseconds. */
export interface LoopWatch extends Disposable {
  longest(): number;
}

const EVERY_MILLISECONDS = 5;

/**
 * Watches what this thread does between two looks, by its processor time: the machine is shared, and what others do with it
 * is no fault of the service.
 */
export function watchLoop(): LoopWatch {
  let longest = 0;
  const turns = watchTurns((milliseconds) => {
    longest = Math.max(longest, milliseconds);
  });
  return {
    longest() {
      turns.look();
      return longest;
    },
    [Symbol.dispose]: () => turns[Symbol.dispose](),
  };
}

/** Tells after each turn of this thread's event loop how much processor time it took, in milliseconds. Keeps no process alive. */
export function watchTurns(tell: (milliseconds: number) => void): Disposable & { look(): void } {
  let before = used();
  const look = () => {
    const now = used();
    tell(now - before);
    before = now;
  };
  const timer = setInterval(look, EVERY_MILLISECONDS).unref();
  return { look, [Symbol.dispose]: () => clearInterval(timer) };
}

function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
