import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { readBody } from "./body.ts";
import { DOWNLOAD_FIRST_BYTE_SECONDS, DOWNLOAD_IDLE_SECONDS } from "./caps.ts";
import { type Arrival, BadStatus, follow, type Ground, LocalTrouble } from "./follow.ts";
import type { Downloaded, DownloadOptions, FetchFailure } from "./net.ts";

const PATIENCE = { firstByteSeconds: DOWNLOAD_FIRST_BYTE_SECONDS, idleSeconds: DOWNLOAD_IDLE_SECONDS };
const OK = 200;

/** `Net.download`. The file is complete when this resolves; after any failure there is none. Throws if the disk fails. */
export function download(ground: Ground, url: string, options: DownloadOptions): Promise<Downloaded | FetchFailure> {
  // Media are already compressed; another layer could only hide a bomb.
  const headers = { "accept-encoding": "identity" };
  return follow(ground, { url, options, headers, patience: PATIENCE }, async (arrival) => {
    if (arrival.reply.status !== OK) throw new BadStatus(arrival.reply);
    const path = join(options.directory, `${randomUUID()}.download`);
    const written = await writeFile(path, arrival, options);
    return { kind: "fetched", path, ...written, contentType: arrival.reply.headers["content-type"] ?? null, url: arrival.url } as const;
  });
}

async function writeFile(path: string, arrival: Arrival, options: DownloadOptions): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  await local(mkdir(options.directory, { recursive: true }));
  const file = await local(open(path, "wx", 0o600));
  try {
    const limits = { maxBytes: options.maxBytes, deadline: arrival.deadline, idleSeconds: PATIENCE.idleSeconds };
    for await (const chunk of readBody(arrival.reply, limits)) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      await local(file.writeFile(chunk));
    }
    await local(file.close());
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
  return { sizeBytes, sha256: hash.digest("hex") };
}

async function local<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new LocalTrouble(error);
  }
}
