/** Lets a loop sleep until a time-out or a wake-up. A wake-up between two waits is not lost. */
export interface Waker {
  wake(): void;
  wait(milliseconds: number): Promise<void>;
}

export function createWaker(stop: AbortSignal): Waker {
  let called = false;
  let end: (() => void) | null = null;
  const wake = () => {
    called = true;
    end?.();
  };
  stop.addEventListener("abort", wake);
  return {
    wake,
    async wait(milliseconds) {
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
      called = false;
    },
  };
}
