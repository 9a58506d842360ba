import pg from "pg";
import { type JobInsert, PgBoss } from "pg-boss";
import { connect } from "../database/connect.ts";
import { gather } from "../database/gather.ts";
import { LOCK_IDS, LOCK_SPACES, locksHeld } from "../database/locks.ts";
import type { Log } from "../observability/log.ts";

/** The queue of channel work: a job says that something is due on a channel. A channel has at most one job. */
export interface Jobs extends AsyncDisposable {
  /** Requests work on these channels, unless already requested. */
  request(channels: readonly ChannelToDo[]): Promise<void>;
  /** Takes as many jobs as there is room for. Keep touching them until they are done, or another worker gets them. */
  take(room: Room): Promise<readonly ChannelJob[]>;
  touch(jobs: readonly ChannelJob[]): Promise<void>;
  done(job: ChannelJob): Promise<void>;
  /**
   * Puts back jobs that were taken but whose channel lock nobody holds: their worker is gone. Safe at any time, since the
   * lock alone decides who may work on a channel; a worker that does not have the lock yet, or has just released it, loses
   * only its job. Returns how many there were.
   */
  release(): Promise<number>;
}

export interface ChannelToDo {
  readonly id: number;
  readonly network: string;
}

export interface ChannelJob {
  readonly id: string;
  readonly channelId: number;
  /** Null if a version requested it that did not tell. */
  readonly network: string | null;
}

/** How many jobs to take, and of which networks none. */
export interface Room {
  readonly limit: number;
  readonly full: readonly string[];
}

const QUEUE = "channel";
/** The minimum that pg-boss accepts. */
export const HEARTBEAT_SECONDS = 10;
const MONITOR_SECONDS = 5;

/** A worker that just took a job needs a moment to take the lock. */
const LEFT_BEHIND = `select id from pgboss.job
  where name = $1 and state = 'active' and started_on < now() - interval '1 second'
    and (data ->> 'channelId')::bigint % ${LOCK_IDS} not in (${locksHeld("$2")})`;

const CONNECTIONS = 4;

/** pg-boss on the same database, in a schema of its own. `supervise`: whether this process runs pg-boss maintenance. */
export async function startJobs(options: { url: string; log: Log; supervise: boolean; isPooled?: boolean }): Promise<Jobs> {
  await using opening = new AsyncDisposableStack();
  const db = opening.adopt(jobDatabase(options), (pool) => pool.end());
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.query(text, values) },
    supervise: options.supervise,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
    schedule: false,
  });
  boss.on("error", (error) => options.log.error({ event: "jobs failed", err: error }));
  boss.on("warning", (warning) => options.log.debug({ event: "jobs warning", message: warning.message }));
  await boss.start();
  await boss.createQueue(QUEUE, {
    policy: "exclusive",
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 6 * 3600,
    retryLimit: 1_000_000,
    retryDelay: 0,
    deleteAfterSeconds: 60,
  });
  const opened = opening.move();
  return {
    async request(channels) {
      if (channels.length === 0) return;
      // One order in all processes: an insert waits for another's rows with the same keys, and two orders would deadlock.
      const jobs: JobInsert<{ channelId: number }>[] = channels
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, network }) => ({
          data: { channelId: id },
          singletonKey: String(id),
          group: { id: network },
        }));
      await boss.insert(QUEUE, jobs);
    },
    async take({ limit, full }) {
      const jobs = await boss.fetch<{ channelId: number }>(QUEUE, { batchSize: limit, ignoreGroups: [...full] });
      return jobs.map(({ id, data, groupId }) => ({ id, channelId: data.channelId, network: groupId ?? null }));
    },
    touch: async (jobs) => {
      if (jobs.length > 0)
        await boss.touch(
          QUEUE,
          jobs.map((job) => job.id),
        );
    },
    done: gather(
      async (jobs: readonly ChannelJob[]) => {
        await boss.complete(
          QUEUE,
          jobs.map((job) => job.id),
        );
        return jobs.map(() => undefined);
      },
      { most: 100, lanes: 1 },
    ),
    async release() {
      const found = await boss.getDb().executeSql(LEFT_BEHIND, [QUEUE, LOCK_SPACES.channels]);
      const ids: string[] = found.rows.map((row: { id: string }) => row.id);
      if (ids.length > 0) await boss.fail(QUEUE, ids, { reason: "The worker died." });
      return ids.length;
    },
    async [Symbol.asyncDispose]() {
      await boss.stop({ graceful: false, close: true });
      await opened.disposeAsync();
    },
  };
}

/** With the driver's own types, which pg-boss expects. */
function jobDatabase({ url, log, isPooled = false }: { url: string; log: Log; isPooled?: boolean }) {
  return connect(url, {
    poolSize: CONNECTIONS,
    log: (event, facts) => log.warn({ event, ...facts }),
    isPooled,
    name: "rostrum jobs",
    types: pg.types,
  });
}
