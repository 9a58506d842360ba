import { setTimeout as sleep } from "node:timers/promises";
import { printUtc } from "@rostrum/contract/formats.ts";
import { messageOf } from "../../ground/database/failures.ts";
import { migrate, NewerSchema } from "../../ground/database/migrate.ts";
import { VERSION } from "../../ground/version.ts";
import { type DumpGround, dumpBefore } from "./dump.ts";
import { stepInWords } from "./rules.ts";

interface UpgradeGround extends DumpGround {
  /** Of the migrations; by default this version's. */
  readonly directory?: string;
  readonly stop: AbortSignal;
}

/** How often a database that is too new is looked at again. */
const LOOK_SECONDS = 5;

/**
 * Brings the database up to date, with a dump first if it is embedded. While it is too new for this version, waits for one that
 * fits, such as a restored one, instead of ending: a supervisor would start the same version again and again. Throws the
 * signal's reason if it is told to stop. Log event besides those of `migrate` and `dumpBefore`: `upgrade.database-too-new`.
 */
export async function bringUpToDate(ground: UpgradeGround): Promise<void> {
  for (let refusal: string | null = null; ; ) {
    const tooNew = await migrateOnce(ground).catch((error: unknown) => {
      if (refusal !== null && isAbsence(error)) return `The database does not answer: ${messageOf(error)}`;
      throw error;
    });
    if (tooNew === null) return;
    if (tooNew !== refusal) {
      ground.log("upgrade.database-too-new", { reason: tooNew }, "warn");
      ground.say(`${tooNew}, since ${printUtc(ground.clock.now())} UTC`);
    }
    refusal = tooNew;
    await sleep(LOOK_SECONDS * 1000, undefined, { signal: ground.stop }).catch(() => {});
    ground.stop.throwIfAborted();
  }
}

/** Null once the database fits; else why it is too new. */
async function migrateOnce(ground: UpgradeGround): Promise<string | null> {
  const { url, log, clock, say, stop, directory } = ground;
  try {
    await migrate(url, {
      log,
      version: VERSION,
      onStep: (step) => say(stepInWords(step, printUtc(clock.now()))),
      prepare: ([first]) => dumpBefore(first?.number ?? 0, ground),
      stop,
      ...(directory !== undefined && { directory }),
    });
    return null;
  } catch (error) {
    if (error instanceof NewerSchema) return error.message;
    throw error;
  }
}

/** Whether the database is away, as it is while its operator replaces it: no connection, stopped, or without this name. */
function isAbsence(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|08|57P0|3D000)/.test(String(error.code));
}
