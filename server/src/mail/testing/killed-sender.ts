import { toInstant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { readConfig } from "../../config.ts";
import { type CrashPoint, watchCrashPoints } from "../../crash-points.ts";
import { connect } from "../../database/connect.ts";
import { createLog } from "../../observability/log.ts";
import { openSecrets } from "../../secrets/key.ts";
import { sendDueMails } from "../loop.ts";

/** A process that sends what is due and is killed at the point that its argument names. */
const point = process.argv[2] as CrashPoint;
watchCrashPoints((reached) => {
  if (reached === point) process.kill(process.pid, "SIGKILL");
});
const config = readConfig(process.env);
const now = toInstant(process.env.NOW ?? "");
const app: Pick<App, "config" | "db" | "clock" | "log" | "secrets" | "traces"> = {
  config,
  db: connect(process.env.DATABASE_URL ?? "", { poolSize: 2, log: () => {} }),
  clock: { now: () => now },
  log: createLog("error"),
  secrets: await openSecrets(config),
  traces: null,
};
await sendDueMails(app as App, new AbortController().signal);
