import { startService } from "../../serve.ts";

/** A worker of the service in a process of its own. It ends with whoever started it. */
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
await startService(process.env, "worker");
