import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UPLOAD_BYTES_MAX } from "@rostrum/contract/limits.ts";
import { query } from "../server/src/ground/database/query.ts";
import type { Bench } from "./bench.ts";
import { openGround } from "./ground.ts";
import { others } from "./others.ts";
import { memory, watchMemory } from "./process-memory.ts";
import { aBrand, anOwner, settle } from "./seed.ts";
import { median, percentile, rounded } from "./statistics.ts";

/** Order to the sending process; its report is below. */
export interface UploadOrder {
  readonly port: number;
  readonly brandId: number;
  readonly apiKey: string;
  readonly files: number;
  readonly bytes: number;
}

export interface UploadsDone {
  readonly seconds: number;
  readonly each: readonly number[];
}

const FILES = 10;
const QUIET_SECONDS = 5;
const MEGABYTE = 1_000_000;

/** Ten uploads of the largest file at once: the service's memory, and the latency of other requests. */
export const uploads: Bench = {
  name: "uploads",
  about: "ten concurrent uploads of 100 MiB: memory of the process, and latency of other requests",
  async run() {
    await using ground = await openGround(async (db) => {
      const owner = await anOwner(db);
      const brand = await aBrand(db, owner, 1_000);
      await settle(db);
      return { owner, brand };
    });
    const { owner, brand } = ground.seeded;
    const { port, pid } = ground.service;
    const ask = { port, path: `/v1/brands/${brand.id}/posts`, apiKey: owner.apiKey };
    await others(ask, sleep(2_000));
    const before = await memory(pid);
    const quiet = await others(ask, sleep(QUIET_SECONDS * 1000));
    using watched = watchMemory(pid);
    const sending = send({ port, brandId: brand.id, apiKey: owner.apiKey, files: FILES, bytes: UPLOAD_BYTES_MAX });
    const meanwhile = await others(ask, sending);
    const { seconds, each } = await sending;
    const most = await watched.end();
    const kept = await query<{ n: number }>(ground.db, {
      text: `select count(*) n from media where size_bytes = $1 and (facts is null or (duration_seconds = 60 and facts ->> 'videoCodec' = 'avc'))`,
      values: [UPLOAD_BYTES_MAX],
    });
    assert.equal(kept[0]?.n, FILES, "each upload is kept, and its facts are found or left for later");
    const facts = { "requests meanwhile": meanwhile.length, "uploads s": rounded(seconds), "slowest upload s": rounded(Math.max(...each)) };
    return [
      {
        title: `memory of the process during ${FILES} uploads of 100 MiB at once`,
        value: Math.round(most / MEGABYTE),
        unit: "MB RSS",
        spread: null,
        aim: { atMost: 350 },
        facts: { "before MB": Math.round(before / MEGABYTE), "MB/s received": Math.round((FILES * UPLOAD_BYTES_MAX) / MEGABYTE / seconds) },
      },
      {
        title: "other requests during the uploads",
        value: rounded(median(meanwhile)),
        unit: "ms at the median",
        spread: null,
        aim: { atMost: 100 },
        facts: { "p99 ms": rounded(percentile(meanwhile, 0.99)), "max ms": rounded(Math.max(...meanwhile)), ...facts },
      },
      {
        title: "other requests during the uploads, against the same in quiet",
        value: rounded(median(meanwhile) / median(quiet)),
        unit: "x",
        spread: null,
        aim: null,
        facts: { "quiet p50 ms": rounded(median(quiet)), "quiet p99 ms": rounded(percentile(quiet, 0.99)) },
      },
    ];
  },
};

/** In a separate process: sending occupies a core, and must not delay the measurement. */
async function send(order: UploadOrder): Promise<UploadsDone> {
  const child = fork(join(import.meta.dirname, "processes/uploader.ts"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  child.send(order);
  const failed = once(child, "exit").then(([code]) => Promise.reject(new Error(`the sender exited with code ${code}`)));
  try {
    const [done] = await Promise.race([once(child, "message"), failed]);
    return done as UploadsDone;
  } finally {
    failed.catch(() => {});
    child.disconnect();
  }
}
