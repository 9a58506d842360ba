import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "../../app.ts";
import { inspectFile } from "../../brands/media/inspect.ts";
import { type InspectedFile, type StoredUpload, storeFiles } from "../../brands/media/keep.ts";
import { newLocalFile } from "../../brands/media/local-copy.ts";

const FOLDER = join(import.meta.dirname, "pictures");

export function pathOf(fileName: string): string {
  return join(FOLDER, fileName);
}

/** Stores copies of these pictures, drawn for the demo. Throws where the storage cannot be reached. */
export async function storePictures(app: App, fileNames: readonly string[]): Promise<StoredUpload[]> {
  await using copies = new AsyncDisposableStack();
  const files: InspectedFile[] = [];
  for (const fileName of fileNames) {
    const { path } = copies.use(newLocalFile(app.storage));
    await copyFile(pathOf(fileName), path);
    const facts = await inspectFile(path);
    if (facts === null) throw new Error(`${fileName} of the demo is of a type that is not accepted`);
    files.push({ path, fileName, facts });
  }
  return await storeFiles(app, files);
}
