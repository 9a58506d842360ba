import { randomBytes } from "node:crypto";
import type { App } from "../app.ts";
import type { Queryable } from "../database/query.ts";
import type { ReceivedFile } from "../storage/storage.ts";
import type { FileFacts } from "./inspect.ts";
import { displayName } from "./rules.ts";
import { insertMedia, type MediaRow } from "./store.ts";

/** A received file that has been found acceptable. */
export interface InspectedFile extends ReceivedFile {
  readonly facts: FileFacts;
}

/** Moves the file into storage first and then tells the database: a row always has its bytes. */
export async function keepMedia(app: App, db: Queryable, keep: { brandId: number; file: InspectedFile }): Promise<MediaRow> {
  const storageKey = randomBytes(16).toString("hex");
  await app.storage.adopt(storageKey, keep.file.path);
  const id = `m_${BigInt(`0x${randomBytes(12).toString("hex")}`).toString(36)}`;
  const name = displayName(keep.file.fileName, id);
  return insertMedia(db, { id, brandId: keep.brandId, name, storageKey, now: app.clock.now(), ...keep.file.facts });
}
