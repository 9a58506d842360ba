import { startService } from "../../../serve.ts";

/** A worker of the service in its own process. It exits with its parent. */
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
await startService(process.env, "worker");
