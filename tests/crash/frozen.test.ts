import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { LOCK_SPACES } from "../../server/src/ground/database/locks.ts";
import { query } from "../../server/src/ground/database/query.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { must } from "./api.ts";
import { driveToEnd } from "./drive.ts";
import { openSession, type Session } from "./session.ts";

/**
 * Real processes: an API and two workers on one database. The silence after which a worker is taken over is a fifth of the service's
 * own, so that the test need not wait for a minute.
 */
const POSTS = 24;
/** Each has a way to find out what became of a request. */
const NETWORKS: readonly ChannelType[] = ["Mastodon", "Bluesky", "Facebook"];

let session: Session;
let collectionId: number;
let compiled: Awaited<ReturnType<typeof temporaryFolder>>;
before(async () => {
  compiled = await temporaryFolder();
  session = await openSession({ workers: 2, compiled: compiled.path, lasting: [], earlier: null });
  const channels = session.place.channels.filter(({ type }) => NETWORKS.includes(type)).map(({ id }) => id);
  collectionId = Number((await must(session.place.api("POST", "/collections", { title: "Bakery", channels }))).id);
});
after(async () => {
  await session[Symbol.asyncDispose]();
  await compiled[Symbol.asyncDispose]();
});

const word = (name: string, index: number) => `${name}${index}z`;

async function publish(name: string): Promise<void> {
  for (let index = 0; index < POSTS; index += 1) {
    const post = { publishMode: "IMMEDIATE", caption: `Fresh bread ${word(name, index)}` };
    await must(session.place.api("POST", `/collections/${collectionId}/posts`, post));
  }
}

async function workOff(): Promise<void> {
  const { topology, time } = session;
  const never = { notBeyond: () => null, isInterrupted: () => false, beforeTimePasses: async () => false };
  const drive = { db: topology.db, time, horizon: time.now(), ...never };
  assert.equal(await driveToEnd(drive), "ended");
}

/** What readers see of these posts on each channel, as a count for each post. */
async function seen(name: string): Promise<number[]> {
  const readers = (await session.platforms.read()).filter(({ type }) => NETWORKS.includes(type));
  return readers.flatMap(({ posts }) =>
    Array.from({ length: POSTS }, (_, index) => posts.filter(({ text }) => text.includes(word(name, index))).length),
  );
}

const ONCE_EVERYWHERE = Array.from({ length: POSTS * NETWORKS.length }, () => 1);

async function heldChannels(): Promise<number> {
  const rows = await query(session.topology.db, {
    text: "select from pg_locks where locktype = 'advisory' and granted and objsubid = 2 and classid = $1::bigint::oid",
    values: [LOCK_SPACES.channels],
  });
  return rows.length;
}

test("a worker that freezes in the middle of an attempt is taken over, and publishes nothing more when it wakes", async () => {
  const { topology } = session;
  const losses = async () => (await readFile(topology.log, "utf8")).split('"event":"locks.lost"').length - 1;
  // Whoever comes so far freezes: it holds a channel, and its attempt has begun.
  topology.arm({ point: "attempt.after-start", hits: 3, victim: "frozen" });
  await publish("a");
  await eventually("a worker is frozen", () => topology.frozen() > 0);
  topology.arm(null);
  if (topology.isStandingStill()) await topology.wakeOne();
  assert.ok((await heldChannels()) > 0, "the frozen worker holds a channel");
  await workOff();
  assert.deepEqual(await seen("a"), ONCE_EVERYWHERE);
  const before = await losses();
  assert.equal(topology.frozen(), 1);
  await topology.wake();
  await eventually("the woken worker has found out", async () => (await losses()) > before);
  await workOff();
  assert.deepEqual(await seen("a"), ONCE_EVERYWHERE);
});

test("a worker that has been taken over goes on working afterwards", async () => {
  await publish("b");
  await workOff();
  assert.deepEqual(await seen("b"), ONCE_EVERYWHERE);
  assert.deepEqual(await session.complaints(), []);
});
