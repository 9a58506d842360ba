import { buffer } from "node:stream/consumers";
import type { Storage } from "../ground/storage/storage.ts";

/** The whole file under the key. Throws `MissingFile` if there is none. */
export async function storedBytes(storage: Pick<Storage, "stream">, key: string): Promise<Buffer> {
  return buffer(await storage.stream(key));
}
