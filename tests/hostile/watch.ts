import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { watchTurns } from "../../server/src/testing/loop.ts";

/**
 * Loaded into the service before its own code (`node --import`), but not into its child processes. Records each turn of the event
 * loop that took long by the main thread's CPU time, and when it happened.
 */
const NOTED_MILLISECONDS_MIN = 25;

const file = process.env.ROSTRUM_HOSTILE_TURNS;
const isService = isMainThread && process.argv[1]?.endsWith("server/src/main.ts") === true;
if (isService && file !== undefined) {
  appendFileSync(file, `${JSON.stringify({ pid: process.pid })}\n`);
  watchTurns((milliseconds) => {
    if (milliseconds >= NOTED_MILLISECONDS_MIN) appendFileSync(file, `${JSON.stringify({ at: Date.now(), milliseconds })}\n`);
  });
}
