import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The files that processes are receiving into a media folder, or have left there. */
export async function filesReceived(mediaDirectory: string): Promise<string[]> {
  const found = await readdir(join(mediaDirectory, "incoming"), { recursive: true, withFileTypes: true });
  return found.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
