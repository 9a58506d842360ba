import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Awake } from "../awake.ts";
import { PrimaryClient } from "./primary-client.ts";
import { CUT_OFF_SETTINGS, KEEP_ALIVE, setSettings } from "./session-settings.ts";

/** A connection whose session holds locks for as long as it is heard of. */
export interface LockConnection {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig<unknown[]>): Promise<Row[]>;
  end(): Promise<void>;
}

export interface HoldOptions {
  readonly awake: Awake;
  /** PostgreSQL ends the session after this much silence. */
  readonly silenceSeconds: number;
  /** The connection counts as lost when the last statement that was answered is this old. */
  readonly leaseSeconds: number;
  /** Called once, and not after `end`. */
  readonly onLost: (connection: LockConnection, reason: string) => void;
}

/** How long an end waits for the statement under way: a server that is cut off never answers. */
const END_MILLISECONDS = 5000;

/** So many beats go into a silence. */
const BEATS = 9;

/**
 * Opens a connection that says every few seconds that it is there. Both ends measure its silence, each on a clock of its own. The
 * lease begins when a statement is sent, the server's silence when it has been answered, which is later: so this end has let go
 * before the server gives the locks to others, by the difference of the two times.
 */
export function connectToHold(url: string, { awake, silenceSeconds, leaseSeconds, onLost }: HoldOptions): LockConnection {
  const client = new PrimaryClient({
    connectionString: url,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: 10_000,
    application_name: "rostrum locks",
  });
  const watching = new DisposableStack();
  let heardAt = awake.now();
  /** Null once the connection has been lost or ended. */
  let last: Promise<unknown> | null;
  let isBeating = false;
  const lose = (reason: string) => {
    if (last === null) return;
    last = null;
    watching.dispose();
    onLost(connection, reason);
    // If the server owes an answer this cuts the connection, else it says goodbye.
    client.end().catch(() => {});
  };
  /** One statement at a time, so that what is heard is the answer to what was sent last. */
  const inTurn = <Result>(send: () => Promise<Result>): Promise<Result> => {
    if (last === null) return Promise.reject(new Error("the connection was lost"));
    const result = last.then(async () => {
      const sentAt = awake.now();
      const answer = await send();
      heardAt = sentAt;
      return answer;
    });
    last = result.catch(() => {});
    return result;
  };
  const beat = async () => {
    if (isBeating) return;
    isBeating = true;
    await inTurn(() => client.ask()).catch((error: Error) => lose(error.message));
    isBeating = false;
  };
  const connection: LockConnection = {
    query: <Row extends pg.QueryResultRow>(statement: pg.QueryConfig<unknown[]>) =>
      inTurn(async () => (await client.query<Row>(statement)).rows),
    async end() {
      const connected = last;
      last = null;
      watching.dispose();
      await Promise.race([connected?.catch(() => {}), sleep(END_MILLISECONDS, undefined, { ref: false })]);
      await client.end().catch(() => {});
    },
  };
  client.on("error", (error) => lose(error.message));
  client.on("end", () => lose("the connection was closed"));
  last = client.connect();
  const settings = { ...CUT_OFF_SETTINGS, idle_session_timeout: String(Math.round(silenceSeconds * 1000)) };
  const ready = inTurn(() => setSettings(client, settings));
  last = ready;
  ready.catch((error: Error) => lose(error.message));
  const beats = setInterval(beat, (silenceSeconds * 1000) / BEATS);
  beats.unref();
  watching.defer(() => clearInterval(beats));
  watching.use(
    awake.watch(() => {
      const seconds = awake.secondsSince(heardAt);
      if (seconds >= leaseSeconds) lose(`the database has not answered for ${Math.round(seconds)} seconds`);
    }),
  );
  return connection;
}
