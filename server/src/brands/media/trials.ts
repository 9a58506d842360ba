import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import { createGate } from "../../ground/decoding/gate.ts";
import { AT_ONCE } from "../../ground/decoding/lanes.ts";
import { type Begun, beginTrial, dropTrial, forgetTrials, markDied, markUndecodable, stateOfTrials, type Trial } from "./trials-store.ts";

/** The work killed its process; the text is for logs. */
export interface Ended {
  readonly ended: string;
}

export function hasEnded(result: unknown): result is Ended {
  return typeof result === "object" && result !== null && "ended" in result;
}

/** Shown to users when work is given up. */
export const GIVEN_UP = "reading it took too much time or memory, three times";

/** How long to wait for others working on the same medium. */
const PATIENCE_SECONDS = 10;
const PAUSE_MILLISECONDS = 250;

/** As many as there are processes: work waiting for its turn has not started. */
const gates = {
  facts: createGate(AT_ONCE.files),
  image: createGate(AT_ONCE.pictures),
  video: createGate(AT_ONCE.videos),
  thumbnail: createGate(AT_ONCE.pictures),
};

/**
 * Runs work on a medium's content that may kill a process: its own, or the service's. Its start is recorded on disk first, so
 * that it is tried at most three times whatever happens. Rejects if the work does, or if other trials may still be running.
 */
export async function tryMedium<T>(
  app: Pick<App, "db" | "clock" | "log">,
  trial: Trial,
  work: () => Promise<T | Ended>,
): Promise<T | "given up"> {
  for (;;) {
    // Others get their turn before the next try, so that a bad file delays them only once.
    const result = await afterOthers(trial, () => gates[trial.work](() => tryOnce(app, trial, work)));
    if (!hasEnded(result)) return result;
    app.log.warn({ event: "medium not decoded", medium: trial.mediaId, work: trial.work, how: result.ended });
  }
}

/** What is being tried in this process. */
const tried = new Map<string, Promise<unknown>>();

/** Different people may ask for work on the same medium: one waits for the other, for as long as that takes. */
async function afterOthers<T>({ mediaId, work }: Trial, once: () => Promise<T>): Promise<T> {
  const name = `${work} ${mediaId}`;
  for (let other = tried.get(name); other !== undefined; other = tried.get(name)) await other;
  const result = once();
  const ended = result.catch(() => {}).then(() => void tried.delete(name));
  tried.set(name, ended);
  return await result;
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

/** Whether `tryMedium` would give up without starting, for callers that start it later. Rejects as `tryMedium` does. */
export async function isGivenUp(app: Pick<App, "db" | "clock">, trial: Trial): Promise<boolean> {
  const state = await stateOfTrials(app.db, trial, app.clock.now());
  if (state === "undecided") throw undecided(trial);
  if (state === "given up") await tellGivenUp(app, trial);
  return state === "given up";
}

/** Many platforms accept videos unchanged, even if they cannot be converted here; unreadable images are accepted nowhere. */
async function tellGivenUp({ db }: Pick<App, "db">, { mediaId, work }: Trial): Promise<void> {
  if (work === "image") await markUndecodable(db, mediaId);
}

function undecided({ mediaId, work }: Trial): Error {
  return new Error(`medium ${mediaId} (${work}) is still being tried`);
}

async function begin(app: Pick<App, "db" | "clock">, trial: Trial): Promise<Begun> {
  const end = performance.now() + PATIENCE_SECONDS * 1000;
  for (;;) {
    const begun = await beginTrial(app.db, trial, app.clock.now());
    if (begun.kind !== "undecided" || performance.now() >= end) return begun;
    await sleep(PAUSE_MILLISECONDS);
  }
}
