import { parentPort } from "node:worker_threads";
import { parseFeed } from "../parse.ts";

/** Reads the documents it receives, one after the other, and reports what each has cost. */
parentPort?.on("message", ({ body, contentType, url }: { body: Uint8Array; contentType: string | null; url: string }) => {
  const before = process.threadCpuUsage();
  const parsed = parseFeed(body, { contentType, url });
  const { user, system } = process.threadCpuUsage(before);
  parentPort?.postMessage({ parsed, milliseconds: (user + system) / 1000 });
});
