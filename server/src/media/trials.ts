import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../app.ts";
import { createGate } from "../decoding/gate.ts";
import { type Begun, beginTrial, dropTrial, forgetTrials, markDied, markUndecodable, stateOfTrials, type Trial } from "./trials-store.ts";

/** What was done has ended its process; the words are for logs. */
export interface Ended {
  readonly ended: string;
}

export function hasEnded(result: unknown): result is Ended {
  return typeof result === "object" && result !== null && "ended" in result;
}

/** Said to users of what is given up. */
export const GIVEN_UP = "reading it took too much time or memory, three times";

/** Others that are at the same medium are waited for so long. */
const PATIENCE_SECONDS = 10;
const PAUSE_MILLISECONDS = 250;

/** One at a time, as the processes are: what waits for its turn has not begun. */
const gates = { facts: createGate(2), image: createGate(1), video: createGate(1) };

/**
 * Does something with a medium's content that may end a process: its own, or the service's. That it has begun is on disk
 * before, so that whatever happens it is tried three times and no more. Rejects when the work does, and when it is not known
 * whether others of the three are still under way.
 */
export async function tryMedium<T>(
  app: Pick<App, "db" | "clock" | "log">,
  trial: Trial,
  work: () => Promise<T | Ended>,
): Promise<T | "given up"> {
  for (;;) {
    // Others have their turn before the next try: one file that is too hard for everybody keeps them waiting once.
    const result = await gates[trial.work](() => tryOnce(app, trial, work));
    if (!hasEnded(result)) return result;
    app.log.warn({ event: "medium not decoded", medium: trial.mediaId, work: trial.work, how: result.ended });
  }
}

async function tryOnce<T>(app: Pick<App, "db" | "clock">, trial: Trial, work: () => Promise<T | Ended>): Promise<T | Ended | "given up"> {
  const begun = await begin(app, trial);
  if (begun.kind === "undecided") throw undecided(trial);
  if (begun.kind === "given up") {
    await tellGivenUp(app, trial);
    return "given up";
  }
  const result = await work().catch(async (error: unknown) => {
    await dropTrial(app.db, begun.id);
    throw error;
  });
  if (hasEnded(result)) await markDied(app.db, begun.id);
  else await forgetTrials(app.db, trial);
  return result;
}

/** Whether it would be given up before it began; for those who begin it later, in the middle of something. Rejects as `tryMedium` does. */
export async function isGivenUp(app: Pick<App, "db" | "clock">, trial: Trial): Promise<boolean> {
  const state = await stateOfTrials(app.db, trial, app.clock.now());
  if (state === "undecided") throw undecided(trial);
  if (state === "given up") await tellGivenUp(app, trial);
  return state === "given up";
}

/** Videos go to many platforms as they lie, also those that cannot be converted here; pictures nowhere. */
async function tellGivenUp({ db }: Pick<App, "db">, { mediaId, work }: Trial): Promise<void> {
  if (work === "image") await markUndecodable(db, mediaId);
}

function undecided({ mediaId, work }: Trial): Error {
  return new Error(`whether medium ${mediaId} can be read (${work}) is being found out`);
}

async function begin(app: Pick<App, "db" | "clock">, trial: Trial): Promise<Begun> {
  const end = performance.now() + PATIENCE_SECONDS * 1000;
  for (;;) {
    const begun = await beginTrial(app.db, trial, app.clock.now());
    if (begun.kind !== "undecided" || performance.now() >= end) return begun;
    await sleep(PAUSE_MILLISECONDS);
  }
}
