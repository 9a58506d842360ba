import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "../../app.ts";
import { connect } from "../../ground/database/connect.ts";
import type { TellEvent } from "../../ground/database/log.ts";
import { spaceAt } from "../../ground/storage/space.ts";
import { writeArchive } from "../backup/archive.ts";
import { folderIn, removeUnfinished, stampOf } from "../backup/kept.ts";
import { fillArchiveWithoutMedia } from "../backup/save.ts";
import { dumpName, lackOfRoom, replacedDumps } from "./rules.ts";
import { readDatabaseSize } from "./store.ts";

export interface DumpGround extends Pick<App, "config" | "clock"> {
  readonly url: string;
  readonly log: TellEvent;
  /** Told what `/readyz` says. */
  readonly say: (status: string) => void;
}

/**
 * Keeps what is in the embedded database before its migration with this number, as a backup without the files of the media,
 * which migrations never touch. An external database is its operator's to back up: there, the log only says so.
 * Log events: `upgrade.dumped`, `upgrade.not-dumped`.
 */
export async function dumpBefore(number: number, { config, clock, url, log, say }: DumpGround): Promise<void> {
  if (config.databaseUrl !== null) {
    const advice = "an external database is not dumped: to be able to go back, make a backup before each upgrade";
    return log("upgrade.not-dumped", { migration: number, advice }, "warn");
  }
  if (!config.dumpBeforeMigration) return log("upgrade.not-dumped", { migration: number, reason: "ROSTRUM_DUMP_BEFORE_MIGRATION=0" });
  try {
    const path = await writeDump(number, { config, clock, url, log, say });
    log("upgrade.dumped", { migration: number, path });
  } catch (error) {
    if (error instanceof LackOfRoom) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database could not be dumped before its migration, so nothing has been changed: ${reason}`, { cause: error });
  }
}

class LackOfRoom extends Error {
  override readonly name = "LackOfRoom";
}

/** Returns the path of the dump. */
async function writeDump(number: number, { config, clock, url, log, say }: DumpGround): Promise<string> {
  const folder = folderIn(config.dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeUnfinished(folder);
  const db = connect(url, { poolSize: 1, log });
  try {
    const lack = lackOfRoom({ folder, databaseBytes: await readDatabaseSize(db), freeBytes: (await spaceAt(folder))?.freeBytes ?? 0 });
    if (lack !== null) throw new LackOfRoom(lack);
    const path = join(folder, dumpName(number, stampOf(clock.now())));
    say("dumping the database before its migration");
    await writeArchive(path, (archive) => fillArchiveWithoutMedia({ db, config, clock }, archive));
    for (const name of replacedDumps(await readdir(folder))) await rm(join(folder, name), { force: true });
    return path;
  } finally {
    await db.end();
  }
}
