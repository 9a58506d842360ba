import { flushCompileCache } from "node:module";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { watchCrashPoints } from "../../server/src/crash-points.ts";
import { type Role, type Service, startService } from "../../server/src/serve.ts";
import { killDatabase } from "./database.ts";
import { DATABASE_PID_FILE, type News, OFFSET, type Order, ROLE, type Strike } from "./words.ts";

/** The real service, with the harness's clock and kills. */
const { env } = process;
let offset = Number(env[OFFSET]);
let armed: { strike: Strike; hitsLeft: number } | null = null;
let service: Service | null = null;

process.on("message", (order: Order) => {
  if (order.kind === "time") {
    offset = order.offsetMilliseconds;
    service?.wake();
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
  if (victim !== "service") killDatabase(env[DATABASE_PID_FILE] ?? "");
  if (victim !== "database") kill();
  tell({ kind: "struck", point });
});

const role = env[ROLE] as Role;
service = await startService(env, role, { clock: { now: () => fromEpochMilliseconds(Date.now() + offset) } });
process.once("SIGTERM", async () => {
  await service?.[Symbol.asyncDispose]();
  process.disconnect?.();
});
tell({ kind: "ready" });
// Normally written on exit, but these processes are killed.
flushCompileCache();

function tell(news: News): void {
  process.send?.(news);
}

/** The signal is delivered before the call returns, so not one more instruction runs. */
function kill(): void {
  process.kill(process.pid, "SIGKILL");
}
