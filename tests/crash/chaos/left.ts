import { readdir } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { collectOrphans } from "../../../server/src/brands/media/orphans.ts";
import { readConfig } from "../../../server/src/ground/config.ts";
import { query } from "../../../server/src/ground/database/query.ts";
import { createLog } from "../../../server/src/ground/observability/log.ts";
import { openStorage } from "../../../server/src/ground/storage/open.ts";
import { originalKey } from "../../../server/src/ground/storage/storage.ts";
import { persistently } from "../../../server/src/testing/eventually.ts";
import { storedBytes } from "../../../server/src/testing/stored.ts";
import type { Topology } from "../topology.ts";
import { digestOf, ownerless } from "./kept.ts";

/** What every installation has beside its database and its media. */
const OWN = ["secret-key", "admin-token", "owner"];
/** The database's own files are its own; of what lies beside them, only what is unfinished belongs to nobody. */
const DATABASE = "postgres/";

/** A file that was made of another one belongs to that. */
function ofOriginal(path: string): string {
  return path.startsWith("media/") ? join(dirname(path), originalKey(basename(path)) ?? basename(path)) : path;
}

/** What is left once everything that belongs to nothing is old enough to be collected. */
export async function readLeft(
  { db, dataDirectory }: Pick<Topology, "db" | "dataDirectory">,
  alsoOwned: readonly string[],
): Promise<{ files: string[]; faults: string[] }> {
  const storage = await openStorage(readConfig({ ROSTRUM_DATA_DIR: dataDirectory }));
  const later = fromEpochMilliseconds(Date.now() + 3600_000);
  await storage.sweep(later);
  await persistently(async () => {
    // Null while the service collects itself.
    if ((await collectOrphans({ db, storage, log: createLog("fatal") }, { before: later })) === null)
      throw new Error("a collection is running");
  });
  const media = await query<{ key: string }>(db, { text: "select storage_key as key from media" });
  const archives = await query<{ key: string }>(db, {
    text: "select storage_key as key from brand_archives where storage_key is not null",
  });
  const owned = new Set([...OWN, ...alsoOwned, ...[...media, ...archives].map(({ key }) => key)]);
  const found = await readdir(dataDirectory, { recursive: true, withFileTypes: true });
  const onDisk = found.flatMap((entry) => (entry.isFile() ? [relative(dataDirectory, join(entry.parentPath, entry.name))] : []));
  const beside = (await readdir(join(dataDirectory, DATABASE)).catch(() => [])).filter((name) => name.includes("unfinished"));
  const faults = ownerless([...onDisk.filter((path) => !path.startsWith(DATABASE)).map(ofOriginal), ...beside], owned);
  const files: string[] = [];
  for (const { key } of media) {
    const bytes = await storedBytes(storage, key).catch(() => null);
    if (bytes === null) faults.push(`the list of media has a file that is not on the disk: ${key}`);
    else files.push(digestOf(bytes));
  }
  return { files, faults };
}
