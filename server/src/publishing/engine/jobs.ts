import pg from "pg";
import { type JobInsert, PgBoss } from "pg-boss";
import { connect } from "../../ground/database/connect.ts";
import { gather } from "../../ground/database/gather.ts";
import { LOCK_IDS, LOCK_SPACES, locksHeld } from "../../ground/database/locks.ts";
import { unlessDeadlocked } from "../../ground/database/query.ts";
import type { Log } from "../../ground/observability/log.ts";

/**
 * The queue of channel work: a job says that something is due on a channel. A channel has at most one job. A worker can
 * neither keep nor end a job that another has taken since.
 */
export interface Jobs extends AsyncDisposable {
  /** Requests work on these channels, unless already requested. */
  request(channels: readonly ChannelToDo[]): Promise<void>;
  /** Takes as many jobs as there is room for. Keep touching them until they are done, or another worker gets them. */
  take(room: Room): Promise<readonly ChannelJob[]>;
  touch(jobs: readonly ChannelJob[]): Promise<void>;
  done(job: ChannelJob): Promise<void>;
  /**
   * Puts back jobs that were taken but whose channel lock nobody has held since an earlier call, `LEFT_BEHIND_SECONDS` ago or more:
   * their worker is gone. Call it again and again. Safe at any time, since the lock alone decides who may work on a channel; a worker
   * that takes longer than that between its lock and its job loses only the job. Returns how many were put back.
   */
  release(): Promise<number>;
}

export interface ChannelToDo {
  readonly id: number;
  readonly network: string;
}

/** A job as it was taken: the same job may be taken again, and then counts one more. */
interface Taking {
  readonly id: string;
  readonly retryCount: number;
}

export interface ChannelJob extends Taking {
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
/** How often pg-boss looks after its queue. Who has left a job behind is seen sooner: `release`. */
const MONITOR_SECONDS = 20;

/**
 * A worker has its job without the lock for a moment: before it has taken the lock, and after it has released it, until its job is
 * stored as done. On a busy database that is long enough to be seen, but not this long.
 */
const LEFT_BEHIND_SECONDS = 2;

const WITHOUT_LOCK = `select id, retry_count "retryCount" from pgboss.job
  where name = $1 and state = 'active' and (data ->> 'channelId')::bigint % ${LOCK_IDS} not in (${locksHeld("$2")})`;

/** SQL: at once if a job waits to be taken. */
export const NEXT_JOB = `(select $1::timestamptz from pgboss.job where name = '${QUEUE}' and state < 'active' limit 1)`;

/** SQL: at once if a job is taken. */
export const NEXT_TAKEN = `(select $1::timestamptz from pgboss.job where name = '${QUEUE}' and state = 'active' limit 1)`;

const CONNECTIONS = 4;

/** pg-boss on the same database, in a schema of its own. `supervise`: whether this process runs pg-boss maintenance. */
export async function startJobs(options: { url: string; log: Log; supervise: boolean; isPooled?: boolean }): Promise<Jobs> {
  await using opening = new AsyncDisposableStack();
  const db = opening.adopt(jobDatabase(options), (pool) => pool.end());
  const boss = new PgBoss({
    // pg-boss locks several jobs in the order in which a statement meets them: one process may touch those that another gives back.
    db: { executeSql: (text, values) => unlessDeadlocked(() => db.query(text, values)) },
    supervise: options.supervise,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
    // No job of ours waits for another one.
    flowIntervalSeconds: 3600,
    schedule: false,
  });
  boss.on("error", (error) => options.log.error({ event: "jobs failed", err: error }));
  boss.on("warning", (warning) => options.log.debug({ event: "jobs warning", message: warning.message }));
  try {
    await boss.start();
    await boss.createQueue(QUEUE, {
      policy: "exclusive",
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: 6 * 3600,
      retryLimit: 1_000_000,
      retryDelay: 0,
      deleteAfterSeconds: 60,
    });
  } catch (error) {
    // Its timers would keep the process alive.
    await boss.stop({ graceful: false, close: true }).catch(() => {});
    throw error;
  }
  const opened = opening.move();
  /** By the name of a taking, when it was first seen without a lock, in milliseconds of `performance.now`. */
  let withoutLock = new Map<string, number>();
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
      return jobs.map(({ id, retryCount, data, groupId }) => ({ id, retryCount, channelId: data.channelId, network: groupId ?? null }));
    },
    touch: async (jobs) => {
      if (jobs.length > 0) await boss.touch(QUEUE, [...jobs]);
    },
    done: gather(
      async (jobs: readonly ChannelJob[]) => {
        await boss.complete(QUEUE, [...jobs]);
        return jobs.map(() => undefined);
      },
      { most: 100, lanes: 1 },
    ),
    async release() {
      const asked = performance.now();
      const { rows }: { rows: Taking[] } = await boss.getDb().executeSql(WITHOUT_LOCK, [QUEUE, LOCK_SPACES.channels]);
      const answered = performance.now();
      withoutLock = new Map(rows.map((job) => [nameOf(job), withoutLock.get(nameOf(job)) ?? answered]));
      const leftBehind = rows.filter((job) => asked - (withoutLock.get(nameOf(job)) ?? asked) >= LEFT_BEHIND_SECONDS * 1000);
      if (leftBehind.length > 0) await boss.fail(QUEUE, leftBehind, { reason: "The worker died." });
      return leftBehind.length;
    },
    async [Symbol.asyncDispose]() {
      await boss.stop({ graceful: false, close: true });
      await opened.disposeAsync();
    },
  };
}

function nameOf({ id, retryCount }: Taking): string {
  return `${id} ${retryCount}`;
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
