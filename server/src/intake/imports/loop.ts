import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import type { Doer } from "../../brands/deletions/rules.ts";
import type { AdvisoryLocks } from "../../ground/database/locks.ts";
import { createWaker, type Waker } from "../../ground/loops/waker.ts";
import { makeNext } from "./make.ts";
import { findGround } from "./store.ts";
import { unmakeNext } from "./unmake.ts";
import { endImport, findWorking, listWorking, type Working } from "./work-store.ts";

/** Imports that one process works on concurrently. */
const IMPORTS_AT_ONCE = 2;
const POLL_MILLISECONDS = 1000;
/** After trouble, such as a database that is away. */
const TROUBLE_MILLISECONDS = 5000;

const OPERATOR: Doer = { surface: "COMMAND", person: null, through: null };

interface Running {
  readonly locks: AdvisoryLocks;
  readonly stop: AbortSignal;
  readonly waker?: Pick<Waker, "rest">;
}

/** Works on imports until stopped; resolves when nothing is in flight. Never rejects. */
export async function runImports(app: App, { locks, stop, waker = createWaker(stop) }: Running): Promise<void> {
  const busy = new Map<number, Promise<void>>();
  while (!stop.aborted) {
    const working = await listWorking(app.db, IMPORTS_AT_ONCE * 10).catch((error: unknown) => {
      app.log.error({ event: "engine trouble", part: "imports", err: error });
      return [];
    });
    for (const { id } of working) {
      if (busy.has(id) || busy.size >= IMPORTS_AT_ONCE) continue;
      const work = workOnImport(app, id, { locks, stop })
        .catch(async (error: unknown) => {
          app.log.error({ event: "engine trouble", part: "import", import: id, err: error });
          await pause(TROUBLE_MILLISECONDS, stop);
        })
        .then(() => void busy.delete(id));
      busy.set(id, work);
    }
    await waker.rest(POLL_MILLISECONDS);
  }
  await Promise.all(busy.values());
}

/** Works on one import until nothing is left, unless another process does. */
export async function workOnImport(
  app: App,
  importId: number,
  { locks, stop }: { readonly locks: AdvisoryLocks; readonly stop: AbortSignal },
): Promise<void> {
  await using lock = await locks.acquire(importId);
  if (lock === null) return;
  const signal = AbortSignal.any([lock.signal, stop]);
  while (!signal.aborted) {
    const working = await findWorking(app.db, importId);
    if (working === null) return;
    const isLeft = await step(app, working, signal);
    app.changes.tell(working.brandId, "posts", "media");
    if (!isLeft && !signal.aborted) await endImport(app.db, importId, app.clock.now());
  }
}

async function step(app: App, { id: importId, brandId, state, undoer, timezone }: Working, signal: AbortSignal): Promise<boolean> {
  if (state === "UNDOING") return unmakeNext(app, { importId, brandId, doer: undoer ?? OPERATOR });
  const brand = await findGround(app.db, brandId);
  if (brand === null) return false;
  // The rows' times are on the clock that the brand had then.
  return await makeNext(app, { importId, brand: timezone === null ? brand : { ...brand, timezone }, signal });
}

async function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal: stop }).catch(() => {});
}
