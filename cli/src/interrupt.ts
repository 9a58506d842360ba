import { Failure, INTERRUPTED } from "./failure.ts";

/**
 * Lets Ctrl-C end the work: its signal is aborted, so that what is open gets closed and cleared away, and the command ends
 * with a line and the exit code that shells give for it. A second Ctrl-C ends the process as ever.
 */
export async function interruptible<T>({ mutates }: { readonly mutates: boolean }, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const told = mutates ? "Interrupted. What was asked for may have been done: the lists tell." : "Interrupted.";
  const interrupt = () => stop.abort(new Failure(INTERRUPTED, told));
  process.once("SIGINT", interrupt);
  try {
    return await work(stop.signal);
  } finally {
    process.off("SIGINT", interrupt);
  }
}
