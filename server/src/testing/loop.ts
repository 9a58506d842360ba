/** Measures the longest turn of the event loop so far, in milliseconds. */
export interface LoopWatch extends Disposable {
  longest(): number;
}

const EVERY_MILLISECONDS = 5;

/** Watches what this thread does between two looks, by CPU time, so that other load on the machine does not count. */
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

/** Reports the CPU time of each turn of this thread's event loop, in milliseconds. Does not keep the process alive. */
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
