import { copyFile, readFile } from "node:fs/promises";
import type { NewFault } from "@rostrum/contract/private/sandbox.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { openPlace } from "./api.ts";
import { PASSING } from "./passing.ts";
import type { Workers } from "./plan.ts";
import { openPlatforms } from "./platforms.ts";
import type { Ground } from "./round.ts";
import { createTime } from "./time.ts";
import { openTopology, type Topology } from "./topology.ts";
import { OPEN_FILES } from "./words.ts";

/** A whole installation and the platforms around it, used for several rounds. */
export interface Session extends Ground, AsyncDisposable {
  /** Errors that the service has logged since the last call, except those caused by the database being down. */
  complaints(): Promise<string[]>;
  /** Copies the service's output. */
  keepLog(path: string): Promise<void>;
}

const ADMIN_TOKEN = "admin-token-of-the-crash-tests";
const COMPLAINTS = ["request failed", "connector failed", "engine trouble", "outcome not stored yet", "jobs failed"];

export interface SessionOptions {
  readonly workers: Workers;
  /** Compile cache shared by all sessions of a run: it halves startup time. */
  readonly compiled: string;
  /** Faults that the networks have from start to end. */
  readonly lasting: readonly NewFault[];
  /** Folder with the earlier version that it begins with; null: this one. */
  readonly earlier: string | null;
  /** How long its first starts live, in milliseconds. */
  readonly firstStarts?: readonly number[];
  /** How many files and connections each of its processes may have open. */
  readonly openFiles?: number;
  /** Where everything of it is; by default a folder of its own. */
  readonly folder?: string;
}

export async function openSession(options: SessionOptions): Promise<Session> {
  await using opened = new AsyncDisposableStack();
  const folder = options.folder ?? opened.use(await temporaryFolder()).path;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let topology: Topology | null = null;
  const time = createTime(() => topology?.tellTime());
  const platforms = opened.use(await openPlatforms({ time, serviceUrl: url, lasting: options.lasting }));
  topology = opened.use(
    await openTopology({
      folder,
      workers: options.workers,
      earlier: options.earlier,
      ...(options.firstStarts === undefined ? {} : { firstStarts: options.firstStarts }),
      time,
      environment: {
        ...platforms.environment,
        PORT: String(port),
        ROSTRUM_ADMIN_TOKEN: ADMIN_TOKEN,
        ROSTRUM_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
        ROSTRUM_DEMO: "0",
        ROSTRUM_SANDBOX: "0",
        ROSTRUM_RATE_LIMIT_ROUTE: "0",
        ROSTRUM_RATE_LIMIT_RESOURCE: "0",
        ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0",
        ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32",
        NODE_COMPILE_CACHE: options.compiled,
        ...(options.openFiles === undefined ? {} : { [OPEN_FILES]: String(options.openFiles) }),
      },
    }),
  );
  const { log, endedThemselves } = topology;
  const place = await openPlace({ url, adminToken: ADMIN_TOKEN, platforms });
  let read = 0;
  const open = opened.move();
  return {
    topology,
    platforms,
    place,
    time,
    timers: new Set(),
    keepLog: (path) => copyFile(log, path),
    async complaints() {
      const text = await readFile(log, "utf8");
      const fresh = text.slice(read);
      read = text.length;
      const lines = fresh.split("\n");
      const errors = lines.filter((line) => COMPLAINTS.some((event) => line.includes(`"event":"${event}"`)));
      // What the runtime prints when it ends a process is no line of the log.
      const lastWords = lines.filter((line) => line !== "" && !line.startsWith("{")).join("\n");
      const ended = endedThemselves().map((text) => `${text}, with the words: ${lastWords}`);
      return [...ended, ...errors.filter((line) => !PASSING.test(line))];
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
