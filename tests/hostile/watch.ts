import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { watchTurns } from "../../server/src/testing/loop.ts";

/**
 * Loaded into the service before its own code (`node --import`), and into nothing that it starts: writes down each turn of
 * the main thread's loop that was long by the thread's own processor time, and when it was.
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
