import { type CrashPoint, watchCrashPoints } from "../../../ground/crash-points.ts";
import { startService } from "../../../serve.ts";

/** A worker of the service that is killed when it reaches a point for the third time: its first argument. It exits with its parent. */
const point = process.argv[2] as CrashPoint;
let reached = 0;
watchCrashPoints((now) => {
  if (now !== point) return;
  reached += 1;
  if (reached === 3) process.kill(process.pid, "SIGKILL");
});
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
await startService(process.env, "worker");
