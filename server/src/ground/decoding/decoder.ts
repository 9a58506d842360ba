import { type ChildProcess, fork } from "node:child_process";
import { extname } from "node:path";
import { type Bounds, bounded } from "./bounds.ts";
import type { Answer, Question } from "./entry.ts";

/** The limits of one process, and of one question. */
export interface DecoderBounds extends Bounds {
  /** Wall-clock limit for one question. */
  readonly seconds: number;
  readonly heapMegabytes: number;
}

/**
 * The result for an input. `ended`: it took too much time or memory, crashed its decoder or made it fail; `how` is for
 * logs.
 */
export type Decoded<T> = { readonly kind: "decoded"; readonly value: T } | { readonly kind: "ended"; readonly how: string };

/** Time for Node and our own code to load, even on a slow machine. */
const START_SECONDS_MAX = 60;
/** A process is replaced once it has used this share of its total CPU limit. */
const WORN_SHARE = 0.25;
const ENVIRONMENT = ["PATH", "LANG", "TZ", "LD_LIBRARY_PATH", "NODE_COMPILE_CACHE"];
/** The file next to this one, with the same extension, compiled or not. */
const ENTRY = new URL(`./entry${extname(import.meta.filename)}`, import.meta.url);

/** Killed on exit, because a hanging process would not notice that its parent is gone. */
const alive = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

/** One decoding process, which handles one question at a time. It does not keep this process alive, and ends with it. */
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
      // None of the service's secrets, so that a compromised decoder has nothing to steal.
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

  /** Whether it can take another question. */
  get isFit(): boolean {
    return this.#isAlive && this.#usedMilliseconds < this.#bounds.processorSeconds * 1000 * WORN_SHARE;
  }

  /** Rejects if the process does not start or the signal aborts. Discard it then, as after `ended`. */
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
      // If the process is gone, its exit event reports it, so ignore send errors.
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
