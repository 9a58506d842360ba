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
  let before = used();
  const look = () => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(look, EVERY_MILLISECONDS);
  return {
    longest() {
      look();
      return longest;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
