import type { Chance } from "../chance.ts";
import type { Workers } from "../plan.ts";
import { archives, backups, imports, type Killed, migrations, uploads } from "./kills.ts";
import { restores } from "./restores.ts";
import { clockJumps, databaseFrozen, databaseStopped, fullDisk, manyClients, standstill, type Trouble } from "./troubles.ts";

/** A kind of trouble, tried in an installation of its own. */
export interface Chapter {
  readonly what: string;
  /** 1: one process with the embedded database. */
  readonly workers: Workers;
  /** Happens beside the posts and uploads of clients. */
  readonly trouble?: Trouble;
  /** Happens after their posts. */
  readonly killed?: Killed;
  /** How many files and connections each process may have open. */
  readonly openFiles?: number;
  /** The size of a file system for the installation alone; needs root. */
  readonly diskMegabytes?: number;
  /** How long the first starts live, in milliseconds. */
  readonly firstStarts?: (chance: Chance) => readonly number[];
}

export const CHAPTERS: Readonly<Record<string, Chapter>> = {
  "disk-full": { what: "the disk is full, and freed", workers: 1, trouble: fullDisk, diskMegabytes: 700 },
  "database-stopped": { what: "the database is stopped five times", workers: 1, trouble: databaseStopped },
  "database-frozen": { what: "the database stands still for a minute", workers: 1, trouble: databaseFrozen },
  clock: { what: "the clock jumps an hour ahead and an hour back", workers: 2, trouble: clockJumps },
  standstill: { what: "each process stands still for a minute", workers: 2, trouble: standstill },
  descriptors: { what: "256 open files and connections", workers: 2, trouble: manyClients, openFiles: 256 },
  "first-start": {
    what: "six first starts are killed",
    workers: 1,
    firstStarts: (chance) => Array.from({ length: 6 }, () => 500 + chance.below(5000)),
  },
  migration: { what: "the service is killed while it migrates", workers: 1, killed: migrations },
  upload: { what: "the service is killed during uploads", workers: 1, killed: uploads },
  import: { what: "the service is killed during imports", workers: 1, killed: imports },
  archive: { what: "the service is killed while it makes archives", workers: 1, killed: archives },
  backup: { what: "the service is killed while it makes backups", workers: 1, killed: backups },
  restore: { what: "an empty service is killed while it restores a backup", workers: 1, killed: restores },
};
