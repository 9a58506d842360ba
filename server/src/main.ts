import { writeSync } from "node:fs";
import { WrongSettings } from "./ground/config.ts";
import { hideSecrets } from "./ground/observability/secrets.ts";
import type { Demo } from "./running/demo/make.ts";
import { startFailure } from "./running/start-failure.ts";
import { endLateStop, stopSignal } from "./running/stop-signals.ts";
import { type Role, type Service, startService } from "./serve.ts";

/**
 * Attempts have ended long before (`publishing/engine/engine.ts`), and most requests: an upload over a slow line may be cut. Less than the 90
 * seconds after which those in `deploy/` and the compositions kill a process, and nobody would know what was still open.
 */
const STOP_MILLISECONDS_MAX = 80_000;
const FAILED_MILLISECONDS_MAX = 10_000;

/** Runs the service until it is told to stop. Exits with 0 after a clean stop, with 1 when it cannot start, or not stop in time. */
export async function serve(options: { role: Role }): Promise<void> {
  const stopping = new AbortController();
  const stopped = stopSignal(() => process.exit(1)).then(() => stopping.abort(new Error("stopped")));
  // Also of a start that does not come to its end.
  void stopped.then(() => endLateStop(STOP_MILLISECONDS_MAX));
  try {
    await using service = await startService(process.env, options.role, { stop: stopping.signal });
    announce(service);
    await stopped;
    say("Stopping: finishing work in flight. Press Ctrl-C again to stop immediately.\n");
  } catch (error) {
    if (stopping.signal.aborted && error === stopping.signal.reason) return;
    // What is wrong about settings is told without their values, in forms that look like secrets.
    process.stderr.write(`${error instanceof WrongSettings ? error.message : hideSecrets(startFailure(error, process.env))}\n`);
    process.exitCode = 1;
    // Whatever a start has left behind must not keep alive a process that does nothing.
    endLateStop(FAILED_MILLISECONDS_MAX);
  }
}

function announce({ url, demo, setupCode }: Service): void {
  const first =
    setupCode === null ? [] : [`Nobody has an account yet. Open ${url} and make the operator's with the one-time code ${setupCode}`];
  const lines = [`Rostrum is ready at ${url}`, ...first, ...(demo === null ? [] : firstSteps(url, demo))];
  say(`${lines.join("\n")}\n`);
}

/** To whoever reads it. Where nobody can, such as on a full disk, the service goes on. */
function say(text: string): void {
  try {
    writeSync(process.stdout.fd, text);
  } catch {
    return;
  }
}

/** What somebody who has just started the service for the first time does next. */
function firstSteps(url: string, demo: Demo): string[] {
  const { apiKey, brandId, collectionId, email, password, hasSandbox } = demo;
  const post = `${url}/v1/brands/${brandId}/collections/${collectionId}/posts`;
  return [
    "",
    "Demo data has been created. Its API key and password are shown until one of them has been used.",
    `  Open     ${url} and sign in as ${email} with the password ${password}`,
    `  Publish  curl -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '{"publishMode":"IMMEDIATE","caption":"Hello from Rostrum"}' ${post}`,
    ...(hasSandbox ? [`  Look     ${url}/sandbox shows what readers see`] : []),
    `  Read     ${url}/docs has every operation of the API`,
    `  Connect  ${url}/connect: from the sandbox to accounts of your own`,
    "",
  ];
}

if (import.meta.main) await serve({ role: "all" });
