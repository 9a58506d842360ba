import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { processAwake } from "../../server/src/ground/awake.ts";
import { type CrashPoint, watchCrashPoints } from "../../server/src/ground/crash-points.ts";
import { type Role, type Service, startService } from "../../server/src/serve.ts";
import { killDatabase } from "./database.ts";
import {
  DATABASE_PID_FILE,
  FREEZE_DESCRIPTOR,
  MIGRATIONS,
  type News,
  OFFSET,
  type Order,
  ROLE,
  SILENCE_SECONDS,
  type Strike,
} from "./words.ts";

/** A stop that takes longer says what it waits for, before the harness ends it. */
const LATE_MILLISECONDS = 30_000;

/** The real service, with the harness's clock and kills. */
const { env } = process;
let offset = Number(env[OFFSET]);
let armed: { strike: Strike; hitsLeft: number } | null = null;
let service: Service | null = null;

process.on("message", (order: Order) => {
  if (order.kind === "time") {
    offset = order.offsetMilliseconds;
    service?.wake();
  } else if (order.kind === "look") {
    processAwake.look();
    tell({ kind: "looked" });
  } else armed = order.strike === null ? null : { strike: order.strike, hitsLeft: order.strike.hits };
});
// Exit together with the harness.
process.once("disconnect", () => kill());

watchCrashPoints((point) => {
  if (armed?.strike.point !== point) return;
  armed.hitsLeft -= 1;
  if (armed.hitsLeft > 0) return;
  const { victim } = armed.strike;
  armed = null;
  if (victim === "frozen") return freeze(point);
  if (victim !== "service") killDatabase(env[DATABASE_PID_FILE] ?? "");
  if (victim !== "database") kill();
  tell({ kind: "struck", point });
});

const role = env[ROLE] as Role;
const { [MIGRATIONS]: migrations, [SILENCE_SECONDS]: silenceSeconds } = env;
service = await startService(env, role, {
  clock: { now: () => fromEpochMilliseconds(Date.now() + offset) },
  ...(migrations === undefined ? {} : { migrations }),
  ...(silenceSeconds === undefined ? {} : { silenceSeconds: Number(silenceSeconds) }),
});
process.once("SIGTERM", async () => {
  let step = "the service stops";
  const late = () => console.error(`${process.pid} (${role}) has not ended: ${step}; open: ${process.getActiveResourcesInfo().join(", ")}`);
  setTimeout(late, LATE_MILLISECONDS).unref();
  await service?.[Symbol.asyncDispose]();
  step = "the service has stopped";
  process.removeAllListeners("disconnect");
  process.disconnect?.();
});
tell({ kind: "ready" });
// Normally written on exit, but these processes are killed.
flushCompileCache();

function tell(news: News): void {
  process.send?.(news);
}

/** Stands still at this very line until somebody wakes it. */
function freeze(point: CrashPoint): void {
  writeSync(FREEZE_DESCRIPTOR, `${point}\n`);
  process.kill(process.pid, "SIGSTOP");
}

/** The signal is delivered before the call returns, so not one more instruction runs. */
function kill(): void {
  process.kill(process.pid, "SIGKILL");
}
