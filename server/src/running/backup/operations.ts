import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { StorageTrouble } from "../../ground/storage/storage.ts";
import { BrokenBackup, writeArchive } from "./archive.ts";
import { holdBackDue } from "./due-store.ts";
import { recordBackup } from "./record-backup.ts";
import { fillFrom } from "./restore.ts";
import { fillArchive } from "./save.ts";
import { forgetUntold, isPublishing, lockForRestore } from "./store.ts";

/**
 * Writes a consistent snapshot of the database, the media and the secret key into one file on this machine. Media are
 * included wherever they are stored. The key is included if it is in the data directory; one from the environment stays with
 * the operator.
 */
export async function backup(app: App, { body }: PrivateInput<"backup">): Promise<PrivateOutput<"backup">> {
  await writeArchive(body.to, (archive) => fillArchive(app, archive)).catch((error: unknown) => {
    refuse(422, "to", `The archive cannot be written: ${fileTrouble(error)}`);
  });
  await recordBackup(app, "backup.made", body.to);
  return {};
}

/** Restores into an empty service, all or nothing. 409 if there are users, 422 if the file is not an archive of this version. */
export async function restore(app: App, { body }: PrivateInput<"restore">): Promise<PrivateOutput<"restore">> {
  await fillFrom(app, body.from).catch((error: unknown) => {
    if (error instanceof BrokenBackup) refuse(422, "from", error.message);
    const trouble = fileTrouble(error);
    // Nothing is written to the archive: it is where its files go that is full.
    refuse(
      422,
      "from",
      error instanceof Error && isOfDisk(error)
        ? `The archive's files cannot be stored: ${trouble}`
        : `The archive cannot be read: ${trouble}`,
    );
  });
  app.wake();
  return {};
}

/** After a restore by PostgreSQL's own tools: as `restore` does by itself. 409 while anybody publishes from the database. */
export async function restored(app: App): Promise<PrivateOutput<"restored">> {
  const held = await transaction(app.db, async (tx) => {
    await lockForRestore(tx);
    if (await isPublishing(tx)) refuse(409, "worker", "A worker runs on this database. Stop it, and start it when this is done.");
    await record(app, tx, { action: "backup.restored", brandId: null, object: { type: "backup", id: null, name: "PostgreSQL" } });
    await forgetUntold(tx);
    return holdBackDue(tx, app.clock.now());
  });
  app.log.info({ event: "restored", heldBack: held });
  return held;
}

/** A write knows no path any more. */
function isOfDisk(error: object): boolean {
  return "code" in error && ["ENOSPC", "EDQUOT", "EFBIG", "EIO"].includes(String(error.code));
}

/** Describes errors of the operator's file and of the media storage; rethrows everything else. */
function fileTrouble(error: unknown): string {
  if (error instanceof StorageTrouble) return error.message;
  if (error instanceof Error && "syscall" in error && ("path" in error || isOfDisk(error))) return error.message;
  throw error;
}
