import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { UPLOAD_BYTES_MAX } from "@rostrum/contract/limits.ts";
import { NO_FACTS } from "@rostrum/contract/medium-facts.ts";
import { insertMedia } from "../server/src/brands/media/store.ts";
import type { Database } from "../server/src/ground/database/connect.ts";
import { query } from "../server/src/ground/database/query.ts";
import { diskStorage } from "../server/src/ground/storage/disk.ts";
import { newStorageKey } from "../server/src/ground/storage/storage.ts";
import type { Bench, Measure } from "./bench.ts";
import { aFilm } from "./film.ts";
import { openGround } from "./ground.ts";
import { type Others, others } from "./others.ts";
import { memory, watchMemory } from "./process-memory.ts";
import { type Child, startChild } from "./processes/child.ts";
import { aBrand, aChannel, anOwner, type Owner, type SeededBrand, settle } from "./seed.ts";
import { median, percentile, rounded } from "./statistics.ts";

/** What the receiving process has counted. */
export interface Received {
  bytes: number;
  /** The most uploads that were under way at a time. */
  atOnce: number;
  /** When the first upload began and the last ended, in Unix milliseconds. */
  firstAt: number | null;
  lastAt: number | null;
  posts: number;
}

/** A network and the kind of video that takes one of the ways on which bytes go to it. */
interface Way {
  readonly title: string;
  readonly type: "Facebook" | "Mastodon";
  readonly width: number;
  readonly height: number;
  credentials(index: number): unknown;
  readonly settings: unknown;
}

const CHANNELS = 50;
const QUIET_SECONDS = 4;
const PUBLISHING_SECONDS_MAX = 900;
const MEGABYTE = 1_000_000;

const facebook = (index: number) => ({ pageId: `${1000 + index}`, accessToken: `token-${index}` });
const mastodon = (index: number) => ({ instance: "mastodon.example", accessToken: `token-${index}` });
const ROOMY_INSTANCE = { keepsKeys: true, videoBytes: 2 * UPLOAD_BYTES_MAX };

/** What uploads go through: nothing but this machine's memory, or a fast line. */
interface Line {
  readonly title: string;
  readonly bytesPerSecond: number | null;
  /** How much longer other requests may take meanwhile, in the middle. */
  readonly aim: { readonly atMost: number } | null;
}

const LINES: readonly Line[] = [
  { title: "over a line of 1 Gbit/s", bytesPerSecond: 125_000_000, aim: { atMost: 1.5 } },
  { title: "as fast as the machine can", bytesPerSecond: null, aim: null },
];

const WAYS: readonly Way[] = [
  { title: "Facebook, videos in parts of 4 MiB", type: "Facebook", width: 640, height: 360, credentials: facebook, settings: {} },
  { title: "Facebook, reels in one request", type: "Facebook", width: 720, height: 1280, credentials: facebook, settings: {} },
  { title: "Mastodon, videos in a form", type: "Mastodon", width: 640, height: 360, credentials: mastodon, settings: ROOMY_INSTANCE },
];

/** Fifty channels upload the largest video at the same moment: the service's memory, and the latency of other requests. */
export const publishing: Bench = {
  name: "publishing",
  about: "fifty channels that publish a video of 100 MiB at the same moment: memory, and latency of other requests",
  async run() {
    const measures: Measure[] = [];
    for (const line of LINES) for (const way of WAYS) measures.push(...(await measured(way, line)));
    return measures;
  },
};

async function measured(way: Way, line: Line): Promise<Measure[]> {
  const { bytesPerSecond } = line;
  const what = `${way.title}, ${line.title}`;
  await using receiver = await startChild("receiver.ts", bytesPerSecond === null ? {} : { LINE_BYTES_PER_SECOND: `${bytesPerSecond}` });
  const secretKey = randomBytes(32);
  await using ground = await openGround((db, directory) => seed(db, { way, directory, secretKey }), settingsOf(receiver, secretKey));
  const { owner, brand, mediaId } = ground.seeded;
  const { port, pid } = ground.service;
  const ask: Others = { port, path: `/v1/brands/${brand.id}/posts`, apiKey: owner.apiKey };
  await others(ask, sleep(2_000));
  const quiet = await others(ask, sleep(QUIET_SECONDS * 1000));
  const idle = await memory(pid);
  using watched = watchMemory(pid);
  const cpuBefore = await ground.service.cpuMicroseconds();
  await publish(ask, { brand, mediaId });
  const meanwhile = await others(ask, untilPublished(ground.db));
  const most = await watched.end();
  const cpuSeconds = ((await ground.service.cpuMicroseconds()) - cpuBefore) / 1_000_000;
  quiet.push(...(await others(ask, sleep(QUIET_SECONDS * 1000))));
  const received = (await (await fetch(`http://127.0.0.1:${receiver.port}/received`)).json()) as Received;
  assert.ok(received.bytes >= CHANNELS * UPLOAD_BYTES_MAX && received.posts === CHANNELS, JSON.stringify(received));
  const seconds = ((received.lastAt ?? 0) - (received.firstAt ?? 0)) / 1000;
  return [
    {
      title: `memory above idle while ${CHANNELS} channels publish 100 MiB each: ${what}`,
      value: Math.round((most - idle) / MEGABYTE),
      unit: "MB RSS",
      spread: null,
      aim: { atMost: 150 },
      facts: {
        "idle MB": Math.round(idle / MEGABYTE),
        "uploads at once": received.atOnce,
        "MB/s sent": Math.round(received.bytes / MEGABYTE / seconds),
        "uploads s": rounded(seconds),
        "CPU s of the service": rounded(cpuSeconds),
      },
    },
    {
      title: `other requests meanwhile, against the same in quiet: ${what}`,
      value: rounded(median(meanwhile) / median(quiet)),
      unit: "x",
      spread: null,
      aim: line.aim,
      facts: {
        "p50 ms": rounded(median(meanwhile)),
        "p99 ms": rounded(percentile(meanwhile, 0.99)),
        "max ms": rounded(Math.max(...meanwhile)),
        "quiet p50 ms": rounded(median(quiet)),
        "quiet p99 ms": rounded(percentile(quiet, 0.99)),
        "requests meanwhile": meanwhile.length,
      },
    },
  ];
}

function settingsOf(receiver: Child, secretKey: Buffer): Record<string, string> {
  const url = `http://127.0.0.1:${receiver.port}`;
  return {
    ROSTRUM_SECRET_KEY: secretKey.toString("base64"),
    ROSTRUM_FACEBOOK_API_URL: `${url}/facebook`,
    ROSTRUM_FACEBOOK_UPLOAD_URL: `${url}/upload`,
    ROSTRUM_MASTODON_API_URL: `${url}/mastodon`,
  };
}

interface Seeding {
  readonly way: Way;
  /** The service's data directory. */
  readonly directory: string;
  readonly secretKey: Buffer;
}

async function seed(db: Database, seeding: Seeding): Promise<{ owner: Owner; brand: SeededBrand; mediaId: string }> {
  const owner = await anOwner(db);
  const brand = await aBrand(db, owner, 1_000);
  const mediaId = await storeFilm(db, seeding, brand.id);
  const { way, secretKey } = seeding;
  for (let index = 0; index < CHANNELS; index += 1) {
    await aChannel(db, {
      type: way.type,
      brand,
      name: `bench-${index}`,
      credentials: way.credentials(index),
      settings: way.settings,
      secretKey,
    });
  }
  await settle(db);
  return { owner, brand, mediaId };
}

/** With the facts that the service would find in it. */
async function storeFilm(db: Database, { way, directory }: Seeding, brandId: number): Promise<string> {
  const { width, height } = way;
  await mkdir(directory, { recursive: true });
  const storage = await diskStorage(join(directory, "media"));
  const path = join(storage.incoming, "film");
  await writeFile(path, await aFilm(UPLOAD_BYTES_MAX, { width, height }));
  const storageKey = newStorageKey();
  await storage.adopt(storageKey, path);
  const facts = { ...NO_FACTS, rotation: 0, hasAudio: true, videoCodec: "avc", audioCodec: "aac", framesPerSecond: 30 };
  const film = { id: "m_film", brandId, name: "film.mp4", mime: "video/mp4", sizeBytes: UPLOAD_BYTES_MAX, sha256: "", storageKey } as const;
  const now = fromEpochMilliseconds(Date.now());
  await insertMedia(db, { ...film, width, height, durationSeconds: 60, facts, now }, Number.MAX_SAFE_INTEGER);
  return film.id;
}

async function publish({ port, apiKey }: Others, { brand, mediaId }: { brand: SeededBrand; mediaId: string }): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/v1/brands/${brand.id}/collections/${brand.collectionId}/posts`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ caption: "Fresh bread", publishMode: "IMMEDIATE", media: [{ id: mediaId }] }),
  });
  if (reply.status !== 201) throw new Error(`${reply.status} ${await reply.text()}`);
}

/** Throws if a delivery fails: an upload that is repeated would be measured twice. */
async function untilPublished(db: Database): Promise<void> {
  const end = Date.now() + PUBLISHING_SECONDS_MAX * 1000;
  for (;;) {
    const rows = await query<{ status: string; message: string | null; n: number }>(db, {
      text: "select status, message, count(*) n from deliveries group by 1, 2",
    });
    if (rows.some(({ status, n }) => status === "PUBLISHED" && n === CHANNELS)) return;
    const isWrong = rows.some(({ status }) => ["FAILED", "SKIPPED", "RETRYING", "unknown"].includes(status));
    if (isWrong || Date.now() > end) throw new Error(`Not all posts were published: ${JSON.stringify(rows)}`);
    await sleep(500);
  }
}
