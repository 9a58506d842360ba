import assert from "node:assert/strict";
import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Agent, request } from "undici";
import { temporaryFolder } from "../server/src/ground/database/testing.ts";
import { createNet } from "../server/src/ground/net/index.ts";
import type { Bench, Measure } from "./bench.ts";
import { startChild } from "./processes/child.ts";
import { median, spreadOf } from "./statistics.ts";

const ROUNDS = 5;
const SIZES = [
  { name: "pictures of 300 kB", bytes: 300_000, files: 200 },
  { name: "videos of 100 MiB", bytes: 104_857_600, files: 3 },
] as const;

/** Media by URL: every hop guarded, bytes counted, hashed and written, compared with a bare client that writes the same file. */
export const media: Bench = {
  name: "media",
  about: "guarded download of media over loopback, against a bare client",
  async run() {
    await using folder = await temporaryFolder();
    await using files = await startChild("files.ts", {});
    await using net = createNet({ allowPrivate: ["127.0.0.0/8"], trustedOrigins: [], userAgent: "Rostrum" });
    const agent = new Agent();
    const guarded = async (url: string, maxBytes: number) => {
      const file = await net.download(url, { directory: folder.path, maxBytes, timeoutSeconds: 60 });
      if (file.kind !== "fetched") throw new Error(`not downloaded: ${file.kind}`);
      return file.path;
    };
    const bare = async (url: string) => {
      const path = join(folder.path, "bare");
      const { body } = await request(url, { dispatcher: agent });
      await pipeline(body, createWriteStream(path));
      return path;
    };
    const measures: Measure[] = [];
    for (const { name, bytes, files: count } of SIZES) {
      const url = `http://127.0.0.1:${files.port}/${bytes}`;
      const own: number[] = [];
      const floor: number[] = [];
      for (let round = -1; round < ROUNDS; round += 1) {
        const service = await rate(() => guarded(url, bytes), { bytes, count });
        const against = await rate(() => bare(url), { bytes, count });
        if (round < 0) continue;
        own.push(service);
        floor.push(against);
      }
      const ratios = own.map((value, round) => value / (floor[round] ?? Number.NaN));
      measures.push({
        title: `download of ${name}`,
        value: median(ratios),
        unit: "x",
        spread: spreadOf(ratios),
        aim: { atLeast: 0.4 },
        facts: { "service MB/s": Math.round(median(own)), "floor MB/s": Math.round(median(floor)) },
      });
    }
    await agent.close();
    return measures;
  },
};

/** Sequential, as a post's media are fetched; megabytes per second. */
async function rate(fetchOne: () => Promise<string>, { bytes, count }: { bytes: number; count: number }): Promise<number> {
  const start = performance.now();
  for (let file = 0; file < count; file += 1) {
    const path = await fetchOne();
    if (file === 0) assert.equal((await stat(path)).size, bytes);
    await rm(path);
  }
  return (bytes * count) / 1_000_000 / ((performance.now() - start) / 1000);
}
