import { once } from "node:events";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
/**
 * Ctrl-C reaches every process of a terminal's foreground group, and npm passes its own on as well, so one key press comes
 * twice. A person who presses it again does so later than this.
 */
const SAME_SIGNAL_MILLISECONDS = 1000;

/** Resolves at the first signal to stop. After a second one, from somebody who will not wait for what is in flight, `onHaste` is called. */
export async function stopSignal(onHaste: () => void): Promise<void> {
  const arrived = new EventTarget();
  let firstAt: number | null = null;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const now = performance.now();
      firstAt ??= now;
      if (now - firstAt >= SAME_SIGNAL_MILLISECONDS) onHaste();
      arrived.dispatchEvent(new Event("signal"));
    });
  }
  await once(arrived, "signal");
}
