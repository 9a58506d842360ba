import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { watchCrashPoints } from "../../../server/src/ground/crash-points.ts";
import { GrantTrouble, readyGrant } from "../../../server/src/networks/grants/keep.ts";
import { keepGrants } from "../../../server/src/networks/grants/loop.ts";
import { openApp } from "./app.ts";
import { ask, tokensIn } from "./log-in.ts";
import { FACTS, type KeeperFacts, type News, type Order, type PointStrike } from "./words.ts";

/** A process that keeps grants and uses them, with the harness's clock and kills. */
const PAUSE_MILLISECONDS = 20;
const USERS = 2;

const facts: KeeperFacts = JSON.parse(process.env[FACTS] ?? "");
let { now } = facts;
let armed: { strike: PointStrike; hitsLeft: number } | null = null;
let isWorking = false;
let working: Promise<unknown> = Promise.resolve();

watchCrashPoints((point) => {
  if (armed?.strike.point !== point) return;
  armed.hitsLeft -= 1;
  if (armed.hitsLeft === 0) kill();
});

const { app } = await openApp(facts, () => now);
const never = new AbortController().signal;

process.on("message", (order: Order) => {
  if (order.kind === "arm") armed = order.strike === null ? null : { strike: order.strike, hitsLeft: order.strike.hits };
  else if (order.kind === "go") begin(order.now);
  else pause();
});
// Exit together with the harness.
process.once("disconnect", () => kill());
tell({ kind: "ready" });
// Normally written on exit, but these processes are killed.
flushCompileCache();

function begin(at: typeof now): void {
  now = at;
  isWorking = true;
  working = Promise.all([repeat(() => keepGrants(app, never)), ...Array.from({ length: USERS }, () => repeat(use))]);
}

function pause(): void {
  isWorking = false;
  void working.then(() => tell({ kind: "paused" }));
}

async function repeat(work: () => Promise<void>): Promise<void> {
  while (isWorking) {
    await work().catch((error: unknown) => app.log.error({ event: "engine trouble", err: error }));
    await sleep(PAUSE_MILLISECONDS);
  }
}

/** Calls the network with the tokens of any grant, as publishing would. */
async function use(): Promise<void> {
  const id = facts.grantIds[Math.floor(Math.random() * facts.grantIds.length)] ?? 0;
  const grant = await readyGrant(app, id, never).catch((error: unknown) => {
    if (error instanceof GrantTrouble) return null;
    throw error;
  });
  if (grant !== null) await ask(app.net, { url: `${facts.networkUrl}/use`, access: tokensIn(grant.credentials).access });
}

function tell(news: News): void {
  process.send?.(news);
}

/** The signal is delivered before the call returns, so not one more instruction runs. */
function kill(): void {
  process.kill(process.pid, "SIGKILL");
}
