import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Instant } from "@rostrum/contract/formats.ts";
import { FACTS, type KeeperFacts, type News, type Order, type PointStrike } from "./words.ts";

const PROGRAM = fileURLToPath(new URL("./keeper.ts", import.meta.url));

/** The processes that keep grants. One that is killed is started again at once, unless all are held back. */
export interface Keepers extends AsyncDisposable {
  /** Lets all of them work at this moment; starts those that are down. */
  go(now: Instant): Promise<void>;
  /** Resolves when none of them has anything under way. */
  pause(): Promise<void>;
  arm(strike: PointStrike | null): void;
  /** kill -9; resolves when the process has exited. False if it was down already. */
  kill(name: string): Promise<boolean>;
  /** Kills all, and starts none again before the next `go`. */
  killAll(): Promise<void>;
  isHeldBack(): boolean;
  readonly names: readonly string[];
}

export interface KeepersOptions {
  readonly count: number;
  readonly facts: Omit<KeeperFacts, "name">;
  /** Folder for compiled code: it halves the time of a start. */
  readonly compiled: string;
  /** Descriptor of the file for their output. */
  readonly output: number;
  readonly onKilled: () => void;
  readonly onFailed: (complaint: string) => void;
}

interface Slot {
  readonly name: string;
  /** Null while it is down or starting. */
  keeper: Keeper | null;
  starting: Promise<void>;
}

interface Keeper {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
  /** Called when it says that it has paused. */
  onPaused: () => void;
}

export async function startKeepers(options: KeepersOptions): Promise<Keepers> {
  let { now } = options.facts;
  let phase: "working" | "paused" | "held back" | "over" = "paused";
  const slots: Slot[] = Array.from({ length: options.count }, (_, index) => ({
    name: `keeper ${index + 1}`,
    keeper: null,
    starting: Promise.resolve(),
  }));
  const start = (slot: Slot) => {
    slot.starting = (async () => {
      const child = spawnKeeper(slot.name, { ...options, facts: { ...options.facts, now } });
      const keeper: Keeper = { child, exited: once(child, "exit"), onPaused: () => {} };
      child.once("exit", (code, signal) => {
        slot.keeper = null;
        if (phase === "over") return;
        if (signal === "SIGKILL") options.onKilled();
        else options.onFailed(`${slot.name} ended by itself with ${code ?? signal}`);
        if (phase === "working") start(slot);
      });
      const ready = new Promise<void>((resolve) => {
        child.on("message", (news: News) => (news.kind === "ready" ? resolve() : keeper.onPaused()));
      });
      await Promise.race([ready, keeper.exited]);
      if (!isUp(keeper)) return;
      slot.keeper = keeper;
      if (phase === "working") say(keeper, { kind: "go", now });
    })();
    return slot.starting;
  };
  const started = () => Promise.all(slots.map(({ starting }) => starting));
  const up = () => slots.flatMap(({ keeper }) => (keeper !== null && isUp(keeper) ? [keeper] : []));
  return {
    names: slots.map(({ name }) => name),
    isHeldBack: () => phase === "held back",
    async go(at) {
      now = at;
      phase = "paused";
      await started();
      await Promise.all(slots.filter(({ keeper }) => keeper === null).map(start));
      phase = "working";
      for (const keeper of up()) say(keeper, { kind: "go", now });
    },
    async pause() {
      if (phase === "working") phase = "paused";
      await started();
      await Promise.all(up().map(pauseOne));
    },
    arm(strike) {
      for (const keeper of up()) say(keeper, { kind: "arm", strike });
    },
    async kill(name) {
      const keeper = slots.find((slot) => slot.name === name)?.keeper ?? null;
      return keeper !== null && (await kill(keeper));
    },
    async killAll() {
      phase = "held back";
      await started();
      await Promise.all(up().map(kill));
    },
    async [Symbol.asyncDispose]() {
      phase = "over";
      await started();
      await Promise.all(up().map(kill));
    },
  };
}

function spawnKeeper(name: string, { facts, compiled, output }: KeepersOptions): ChildProcess {
  const own: KeeperFacts = { ...facts, name };
  return spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH ?? "", NODE_COMPILE_CACHE: compiled, [FACTS]: JSON.stringify(own) },
    stdio: ["ignore", output, output, "ipc"],
  });
}

async function pauseOne(keeper: Keeper): Promise<void> {
  const paused = new Promise<void>((resolve) => {
    keeper.onPaused = resolve;
  });
  say(keeper, { kind: "pause" });
  await Promise.race([paused, keeper.exited]);
}

/** False if it was down already. */
async function kill({ child, exited }: Keeper): Promise<boolean> {
  if (!isUp({ child })) return false;
  child.kill("SIGKILL");
  await exited;
  return true;
}

function say(keeper: Keeper, order: Order): void {
  if (isUp(keeper) && keeper.child.connected) keeper.child.send(order, () => {});
}

function isUp({ child }: Pick<Keeper, "child">): boolean {
  return child.exitCode === null && child.signalCode === null;
}
