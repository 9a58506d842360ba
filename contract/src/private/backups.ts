import { z } from "zod";
import { IsoMicros } from "../formats.ts";
import { privateOperation } from "../operation.ts";
import { Sentence } from "../sentence.ts";
import { text } from "../text.ts";

const BACKUP_NAME_LENGTH_MAX = 100;

const Backups = z.object({
  folder: z.string().meta({ description: "Where they are, on the service's machine." }),
  isRunning: z.boolean().meta({ description: "Whether one is being made now." }),
  problem: Sentence.nullable().meta({ description: "Why the last one could not be made, if it could not." }),
  backups: z.array(
    z.object({
      name: z.string(),
      sizeBytes: z.int(),
      madeAt: IsoMicros,
    }),
  ),
});

const shared = { allows: "operator", tag: "Admin", status: 200, path: "/admin/backups", data: Backups } as const;

/** Backups that the service keeps beside its data. */
export const backupOperations = {
  listBackups: privateOperation({
    ...shared,
    errors: [401, 403, 500],
    method: "GET",
    summary: "List the backups in the data directory",
    description: "Newest first.",
  }),
  startBackup: privateOperation({
    ...shared,
    errors: [401, 403, 409, 500],
    method: "POST",
    summary: "Begin a backup into the data directory",
    description: "Goes on after the reply; the list tells when it is there. Refused with 409 while another one is being made.",
  }),
  deleteBackup: privateOperation({
    ...shared,
    errors: [400, 401, 403, 404, 422, 500],
    method: "DELETE",
    summary: "Delete a backup from the data directory",
    description: "It cannot be brought back.",
    query: z.object({ name: text({ min: 1, max: BACKUP_NAME_LENGTH_MAX }).meta({ description: "Its name in the list." }) }),
  }),
} as const;
