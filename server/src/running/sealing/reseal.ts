import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app.ts";
import { sealedOtherwise } from "./store.ts";

type Ground = Pick<App, "db" | "secrets">;

/** Other processes may still seal with the old key until they are restarted, too. */
const LOOK_SECONDS = 300;

/**
 * Seals anew, with the current key, what old keys have sealed, as long as old keys are known. Each value is a statement of its
 * own that changes only what it has read: a kill at any point leaves every value under one key or the other, and any number of
 * processes may do this at once. Never rejects. Log events: `secrets resealed`, `secrets not resealed`.
 */
export async function runResealing(app: App, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && app.secrets.oldPrefixes.length > 0) {
    await resealAll(app, stop).then(
      (done) => {
        if (done.resealed + done.lost > 0) app.log[done.lost > 0 ? "error" : "info"]({ event: "secrets resealed", ...done });
      },
      (error: unknown) => {
        if (!stop.aborted) app.log.error({ event: "secrets not resealed", err: error });
      },
    );
    await sleep(LOOK_SECONDS * 1000, undefined, { signal: stop, ref: false }).catch(() => {});
  }
}

interface Resealed {
  readonly resealed: number;
  /** Sealed with a key that is not known, or damaged: they stay as they are. */
  readonly lost: number;
}

/** What the next key has sealed stays: processes that were restarted before this one seal with it. */
export async function resealAll(app: Ground, stop: AbortSignal): Promise<Resealed> {
  const done = { resealed: 0, lost: 0 };
  for await (const values of sealedOtherwise(app.db, app.secrets.lastingPrefixes)) {
    for (const { place, sealed, store } of values) {
      if (stop.aborted) return done;
      const plain = app.secrets.openOrNull(sealed, place);
      if (plain === null) {
        done.lost += 1;
        continue;
      }
      if (await store(app.db, app.secrets.seal(plain, place))) done.resealed += 1;
    }
  }
  return done;
}

interface SealedCounts {
  /** With the current key, or the next one. */
  readonly lasting: number;
  readonly old: number;
  /** With a key that is not known. */
  readonly unknown: number;
}

/** How many values each kind of key has sealed. */
export async function countSealed({ db, secrets }: Ground): Promise<SealedCounts> {
  const counts = { lasting: 0, old: 0, unknown: 0 };
  const isWith = (prefixes: readonly string[], sealed: string) => prefixes.some((prefix) => sealed.startsWith(prefix));
  for await (const values of sealedOtherwise(db, [])) {
    for (const { sealed } of values) {
      if (isWith(secrets.lastingPrefixes, sealed)) counts.lasting += 1;
      else if (isWith(secrets.oldPrefixes, sealed)) counts.old += 1;
      else counts.unknown += 1;
    }
  }
  return counts;
}
