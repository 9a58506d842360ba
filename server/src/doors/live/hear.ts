import { setTimeout as sleep } from "node:timers/promises";
import { NotPrimary, PrimaryClient } from "../../ground/database/primary-client.ts";
import { KEEP_ALIVE } from "../../ground/database/session-settings.ts";
import type { Log } from "../../ground/observability/log.ts";
import { CHANNEL } from "./store.ts";

const PAUSE_MILLISECONDS = 1000;
/** So often the server is asked whether it still takes writes: nobody tells one that has become a replica of anything. */
const ASKING_MILLISECONDS = 5000;

interface Heard {
  /** The connection is there, for the first time or again. */
  onReady(): void;
  onMessage(text: string): void;
}

/** Hears what other processes tell, on a connection of its own that is opened again when it is lost. */
export function hear({ url, log }: { readonly url: string; readonly log: Log }, heard: Heard): AsyncDisposable {
  const stop = new AbortController();
  const loop = (async () => {
    while (!stop.signal.aborted) {
      const error = await once(url, heard, stop.signal).catch((reason: unknown) => {
        log.warn({ event: "changes not heard", err: reason });
        return reason;
      });
      const pause = error instanceof NotPrimary ? ASKING_MILLISECONDS : PAUSE_MILLISECONDS;
      await sleep(pause, undefined, { signal: stop.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await loop;
    },
  };
}

/** Resolves when stopped or when the connection is lost. */
async function once(url: string, { onReady, onMessage }: Heard, stop: AbortSignal): Promise<void> {
  const client = new PrimaryClient({
    connectionString: url,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: 10_000,
    application_name: "rostrum changes",
  });
  const over = Promise.withResolvers<void>();
  client.on("error", () => over.resolve());
  client.on("end", () => over.resolve());
  client.on("notification", ({ payload = "" }) => onMessage(payload));
  // Of this attempt alone: a listener that stays would keep its client as long as anybody listens.
  const attempt = new AbortController();
  stop.addEventListener("abort", () => over.resolve(), { once: true, signal: attempt.signal });
  const asking = setInterval(() => client.ask().catch(() => over.resolve()), ASKING_MILLISECONDS);
  try {
    await client.connect();
    await client.ask();
    await client.query(`listen ${CHANNEL}`);
    if (!stop.aborted) onReady();
    await over.promise;
  } finally {
    clearInterval(asking);
    attempt.abort();
    // A lost connection may never answer.
    const ended = client.end().catch(() => {});
    if (stop.aborted) await ended;
  }
}
