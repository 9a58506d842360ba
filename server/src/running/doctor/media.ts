import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Finding } from "@rostrum/contract/private/doctor.ts";
import type { Config } from "../../ground/config.ts";
import { newStorageKey, type Storage } from "../../ground/storage/storage.ts";
import { judgeMedia } from "./rules.ts";

const SECONDS_MAX = 10;

/** Has the media storage take a small file, give it back and delete it, as it does with everybody's media. */
export async function examineMedia({
  storage,
  config: { s3 },
}: {
  readonly storage: Storage;
  readonly config: Pick<Config, "s3">;
}): Promise<Finding> {
  const place = s3 === null ? null : { bucket: s3.bucket, url: s3.url };
  const startedAt = performance.now();
  const given = new AbortController();
  const late = sleep(SECONDS_MAX * 1000, `it did not answer within ${SECONDS_MAX} s`, { signal: given.signal }).catch(() => null);
  const trouble = await Promise.race([tried(storage), late]);
  given.abort();
  return judgeMedia({ place, trouble, milliseconds: performance.now() - startedAt });
}

/** Null if all went well. What breaks off leaves a file that belongs to nobody, which the service deletes like any other. */
async function tried(storage: Storage): Promise<string | null> {
  const key = newStorageKey();
  const path = join(storage.incoming, key);
  try {
    await writeFile(path, key, { mode: 0o600 });
    await storage.adopt(key, path);
    const read = (await buffer(await storage.stream(key))).toString();
    await storage.delete(key);
    return read === key ? null : "it gave back something other than what it was given";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
