import { type ChildProcess, fork } from "node:child_process";
import { extname } from "node:path";
import { type Bounds, bounded } from "./bounds.ts";
import type { Answer, Question } from "./entry.ts";

/** What one process may take, and one question. */
export interface DecoderBounds extends Bounds {
  /** Of one question, by the clock on the wall. */
  readonly seconds: number;
  readonly heapMegabytes: number;
}

/**
 * What became of an input. `ended`: it took more time or memory than it may, or crashed or failed its decoder; `how` is for
 * logs.
 */
export type Decoded<T> = { readonly kind: "decoded"; readonly value: T } | { readonly kind: "ended"; readonly how: string };

/** Node and our own code have to be there by then, on whatever machine. */
const START_SECONDS_MAX = 60;
/** A process that has worked for so long makes room for a fresh one: its processor time is bounded in all. */
const WORN_SHARE = 0.25;
const ENVIRONMENT = ["PATH", "LANG", "TZ", "LD_LIBRARY_PATH", "NODE_COMPILE_CACHE"];
/** The file lies beside this one, whatever both have been made into. */
const ENTRY = new URL(`./entry${extname(import.meta.filename)}`, import.meta.url);

/** One that hangs would not notice that nobody listens any more. */
const alive = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

/** One process that decodes, one question at a time. It keeps nobody alive, and ends with this process. */
export class Decoder {
  readonly #bounds: DecoderBounds;
  readonly #child: ChildProcess;
  #usedMilliseconds = 0;
  #isAlive = true;

  constructor(bounds: DecoderBounds) {
    this.#bounds = bounds;
    const { command, argv } = bounded(bounds, [process.execPath, `--max-old-space-size=${bounds.heapMegabytes}`]);
    this.#child = fork(ENTRY, {
      execPath: command,
      execArgv: argv,
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // None of the service's secrets: what has taken a decoder over finds nothing to take along.
      env: Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    });
    alive.add(this.#child);
    const gone = () => {
      this.#isAlive = false;
      alive.delete(this.#child);
    };
    this.#child.once("error", gone).once("exit", gone);
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Whether it takes another question. */
  get isFit(): boolean {
    return this.#isAlive && this.#usedMilliseconds < this.#bounds.processorSeconds * 1000 * WORN_SHARE;
  }

  /** Rejects when the process does not start, or the signal aborts; in both cases and after `ended` it is of no use any more. */
  async ask(question: Question, signal: AbortSignal | undefined): Promise<Decoded<unknown>> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Decoded<unknown>>();
    const { seconds } = this.#bounds;
    let begunAt: number | null = null;
    let timer = setTimeout(() => reject(new Error("A decoder did not start in time")), START_SECONDS_MAX * 1000);
    const onMessage = (answer: Answer) => {
      if (answer.kind === "failed") return resolve({ kind: "ended", how: `it failed: ${answer.message}` });
      if (answer.kind === "done") return resolve({ kind: "decoded", value: answer.value });
      clearTimeout(timer);
      begunAt = performance.now();
      timer = setTimeout(() => resolve({ kind: "ended", how: `it took longer than ${seconds} s` }), seconds * 1000);
    };
    const onEnd = (code: number | null, by: string | null) => {
      if (begunAt === null) reject(new Error(`A decoder did not start (${by ?? code})`));
      else resolve({ kind: "ended", how: `its decoder died (${by ?? code})` });
    };
    const onError = (error: Error) => reject(error);
    const onAbort = () => reject(signal?.reason);
    this.#child.on("message", onMessage).on("exit", onEnd).on("error", onError);
    signal?.addEventListener("abort", onAbort, { once: true });
    let isSound = false;
    try {
      // A process that has gone says so by its exit; what could not be sent then needs no word of its own.
      this.#child.send(question, () => {});
      const decoded = await promise;
      isSound = decoded.kind === "decoded";
      return decoded;
    } finally {
      clearTimeout(timer);
      this.#child.off("message", onMessage).off("exit", onEnd).off("error", onError);
      signal?.removeEventListener("abort", onAbort);
      if (begunAt !== null) this.#usedMilliseconds += performance.now() - begunAt;
      if (!isSound) this.end();
    }
  }

  end(): void {
    this.#isAlive = false;
    this.#child.kill("SIGKILL");
  }
}
