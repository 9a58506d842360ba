import { Failure, INTERRUPTED } from "./failure.ts";

let changes = 0;

/** Whether something is being changed at this moment. */
export function isChanging(): boolean {
  return changes > 0;
}

/**
 * Lets Ctrl-C cancel the work: its signal is aborted so that it can clean up, and the command ends with a message and the usual
 * exit code. A second Ctrl-C kills the process.
 */
export async function interruptible<T>({ mutates }: { readonly mutates: boolean }, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const told = mutates ? "Interrupted. The request may still have been carried out: check the lists." : "Interrupted.";
  const interrupt = () => stop.abort(new Failure(INTERRUPTED, told));
  process.once("SIGINT", interrupt);
  if (mutates) changes += 1;
  try {
    return await work(stop.signal);
  } catch (error) {
    // What waits is ended with an error of its own.
    stop.signal.throwIfAborted();
    throw error;
  } finally {
    process.off("SIGINT", interrupt);
    if (mutates) changes -= 1;
  }
}
