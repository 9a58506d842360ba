/** Lets a loop sleep until a time-out or a wake-up. A wake-up between two waits is not lost. */
export interface Waker {
  wake(): void;
  /** Whether somebody has woken it. */
  wait(milliseconds: number): Promise<boolean>;
  /**
   * For a loop that has found nothing to do. Sleeps for at least so long, unless woken, and then for as long as whatever wakes it is
   * trusted to see what comes: at most `most`, if given.
   */
  rest(least: number, most?: number): Promise<unknown>;
}

/** One that nobody but the loop's own process wakes: it rests no longer than it must. */
export function createWaker(stop: AbortSignal): Waker {
  let called = false;
  let end: (() => void) | null = null;
  const wake = () => {
    called = true;
    end?.();
  };
  stop.addEventListener("abort", wake);
  const wait = async (milliseconds: number): Promise<boolean> => {
    if (!called) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    end = null;
    const woken = called;
    called = false;
    return woken;
  };
  return { wake, wait, rest: wait };
}
