import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { transaction } from "../../ground/database/query.ts";

/** A file and the trail cannot be one transaction: the entry follows what it tells. */
export async function recordBackup(app: App, action: "backup.made" | "backup.deleted", name: string): Promise<void> {
  await transaction(app.db, (tx) => record(app, tx, { action, brandId: null, object: { type: "backup", id: null, name } }));
}
