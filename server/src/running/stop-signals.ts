import { once } from "node:events";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
/**
 * Ctrl-C reaches every process in the terminal's foreground group, and npm forwards its own as well, so one key press arrives
 * twice. A deliberate second press comes later than this.
 */
const SAME_SIGNAL_MILLISECONDS = 1000;

/** Resolves on the first signal to stop. Calls `onHaste` on a second one, from somebody who will not wait for work in flight. */
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

/**
 * Has the process end by itself once a stop has taken too long, such as one that waits for an answer of a machine that is cut off.
 * Says first what keeps it alive. Does not keep the process alive by itself. Nothing acknowledged is lost: it is as after a kill.
 */
export function endLateStop(milliseconds: number): void {
  const end = () => {
    const open = [...new Set(process.getActiveResourcesInfo())].join(", ");
    process.stderr.write(`The stop has taken too long, so the process ends without it. Still open: ${open}\n`);
    process.exit(1);
  };
  setTimeout(end, milliseconds).unref();
}
