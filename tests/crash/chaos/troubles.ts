import { rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "../session.ts";
import type { Clients } from "./client.ts";

/** What happens to an installation while its clients go on, and its end. */
export type Trouble = (session: Session, clients: Clients) => Promise<void>;

const HOUR_MILLISECONDS = 3600_000;
const MINUTE_MILLISECONDS = 60_000;

/** The disk of everything is full to the last block for a while, twice, and somebody makes room. */
export const fullDisk: Trouble = async ({ topology }, clients) => {
  const filler = join(dirname(topology.dataDirectory), "filler");
  for (const milliseconds of [4000, 12_000]) {
    const { bavail, bsize } = await statfs(topology.dataDirectory);
    // What does not fit any more is cut off where the disk ends.
    await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {});
    await uploadsFor(milliseconds, clients);
    await rm(filler, { force: true });
    await uploadsFor(3000, clients);
  }
};

/** The database is told to stop, as by its administrator, again and again. */
export const databaseStopped: Trouble = async ({ topology }, clients) => {
  for (let times = 0; times < 5; times += 1) {
    const pid = topology.databasePid();
    // Null: it is just being started again.
    if (pid !== null) signal(pid, "SIGINT");
    await uploadsFor(2500, clients);
  }
};

/** All processes of the database stand still for a minute. */
export const databaseFrozen: Trouble = async ({ topology }, clients) => {
  const pid = topology.databasePid();
  if (pid === null) throw new Error("there is no database to stop");
  signal(-pid, "SIGSTOP");
  try {
    await uploadsFor(MINUTE_MILLISECONDS, clients);
  } finally {
    signal(-pid, "SIGCONT");
  }
};

/** The clock is an hour ahead, right again, an hour behind, and right again. */
export const clockJumps: Trouble = async ({ time }, clients) => {
  for (const jump of [HOUR_MILLISECONDS, -HOUR_MILLISECONDS]) {
    time.aheadMilliseconds = jump;
    await uploadsFor(8000, clients);
    time.aheadMilliseconds = 0;
    await uploadsFor(3000, clients);
  }
};

/** Each process of the service stands still for a minute, one after the other. */
export const standstill: Trouble = async ({ topology }, clients) => {
  for (const pid of topology.pids()) {
    signal(pid, "SIGSTOP");
    try {
      await uploadsFor(MINUTE_MILLISECONDS, clients);
    } finally {
      signal(pid, "SIGCONT");
    }
  }
};

/** More clients come at once than a process may have connections. */
export const manyClients: Trouble = async (_session, clients) => {
  for (let times = 0; times < 3; times += 1) {
    const readers = Array.from({ length: 300 }, () => clients.place.api("GET", "/posts?per_page=5"));
    const writers = Array.from({ length: 40 }, () => clients.upload());
    await Promise.all([...readers, ...writers]);
  }
};

async function uploadsFor(milliseconds: number, clients: Clients): Promise<void> {
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    // A request may wait for longer than the trouble lasts.
    await Promise.race([clients.upload(), sleep(Math.max(0, until - performance.now()))]);
    await sleep(200);
  }
}

/** To a process that may have ended, which is what some of them are about. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
