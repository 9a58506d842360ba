import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fromEpochMilliseconds, type Instant } from "@rostrum/contract/formats.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { messageOf } from "../../ground/database/failures.ts";
import { refuse } from "../../ground/refusal.ts";
import { writeArchive } from "./archive.ts";
import { recordBackup } from "./record-backup.ts";
import { fillArchive } from "./save.ts";

const NAME = /^rostrum-\d{8}T\d{9}Z\.tar$/;

const OWN_DRAFT = /^(?:rostrum|before-\d{4})-\d{8}T\d{9}Z\.tar(?:\.[0-9a-f]{8})?\.part$/;

/** By the process that makes them: others cannot see how far it is. */
const making = new WeakMap<App, { isRunning: boolean; problem: string | null; stop?: AbortController }>();

/** The backups in the data directory, newest first. */
export async function listBackups(app: App): Promise<PrivateOutput<"listBackups">> {
  const { dataDirectory } = app.config;
  const { isRunning = false, problem = null } = making.get(app) ?? {};
  return { folder: folderIn(dataDirectory), isRunning, problem, backups: await listKeptBackups(dataDirectory) };
}

interface KeptBackup {
  readonly name: string;
  readonly sizeBytes: number;
  readonly madeAt: Instant;
}

/** The same without a service: the files, newest first. */
export async function listKeptBackups(dataDirectory: string): Promise<KeptBackup[]> {
  const folder = folderIn(dataDirectory);
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.filter((name) => NAME.test(name)).map((name) => factsOf(folder, name)));
  return found.flatMap((backup) => backup ?? []).sort((a, b) => (a.name < b.name ? 1 : -1));
}

/** A dump before a migration has no files, and is none. */
const OTHERS = /^(?!before-\d{4}-).+\.tar$/;

/**
 * When the newest backup was made that is in the data directory: in its folder, or beside it, where `rostrum admin backup` may have been told to
 * put it. Null if there is none.
 */
export async function newestBackupAt(dataDirectory: string): Promise<Instant | null> {
  const found = await Promise.all(
    [dataDirectory, folderIn(dataDirectory)].map(async (folder) => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => OTHERS.test(name));
      return Promise.all(names.map((name) => factsOf(folder, name)));
    }),
  );
  const moments = found.flat().flatMap((backup) => backup?.madeAt ?? []);
  return moments.toSorted().at(-1) ?? null;
}

/** Begins one and does not wait for it: many media take minutes. 409 while this process makes another. */
export async function startBackup(app: App): Promise<PrivateOutput<"startBackup">> {
  if (making.get(app)?.isRunning === true) refuse(409, "backup", "A backup is being made already.");
  const stop = new AbortController();
  making.set(app, { isRunning: true, problem: null, stop });
  void keepBackup(app, stop.signal).then(
    () => making.set(app, { isRunning: false, problem: null }),
    (error: unknown) => {
      const { aborted, reason } = stop.signal;
      if (aborted) app.log.info({ event: "backup ended", reason: messageOf(reason) });
      else app.log.error({ event: "backup failed", err: error });
      making.set(app, { isRunning: false, problem: `The backup was not made: ${messageOf(aborted ? reason : error)}` });
    },
  );
  return listBackups(app);
}

export async function deleteBackup(app: App, { name }: PrivateInput<"deleteBackup">): Promise<PrivateOutput<"deleteBackup">> {
  const folder = folderIn(app.config.dataDirectory);
  if (!NAME.test(name) || (await factsOf(folder, name)) === null) refuse(404, "name", `There is no backup with the name ${name}.`);
  await rm(join(folder, name), { force: true });
  await recordBackup(app, "backup.deleted", name);
  return listBackups(app);
}

/** When the service stops: what is unfinished would be removed anyway, and holds a connection to the database. */
export function endBackup(app: App): void {
  making.get(app)?.stop?.abort(new Error("The service was stopped while it was being made."));
}

async function keepBackup(app: App, signal: AbortSignal): Promise<void> {
  const folder = folderIn(app.config.dataDirectory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeUnfinished(folder);
  const name = `rostrum-${stampOf(app.clock.now())}.tar`;
  await writeArchive(join(folder, name), (archive) => fillArchive(app, archive), { signal });
  // The file is there, whatever becomes of the line in the trail.
  await recordBackup(app, "backup.made", name).catch((error: unknown) => app.log.error({ event: "backup not recorded", err: error }));
}

/** Removes what a process that was killed has left in the folder. Other names are somebody else's, such as `rostrum admin backup`'s. */
export async function removeUnfinished(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => OWN_DRAFT.test(name));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

/** Where backups are kept. */
export function folderIn(dataDirectory: string): string {
  return join(dataDirectory, "backups");
}

/** For file names. Sorts by time; to the millisecond, because a small service is saved within one second. */
export function stampOf(now: Instant): string {
  return `${now.slice(0, 23).replace(/[-:.]/g, "")}Z`;
}

/** Null if it is gone. */
async function factsOf(folder: string, name: string): Promise<KeptBackup | null> {
  const file = await stat(join(folder, name)).catch(() => null);
  return file === null ? null : { name, sizeBytes: file.size, madeAt: fromEpochMilliseconds(Math.floor(file.mtimeMs)) };
}
