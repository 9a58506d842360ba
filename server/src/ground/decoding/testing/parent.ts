import { apart } from "../apart.ts";
import { createLane } from "../lane.ts";
import type { spin } from "./work.ts";

/** A process with a hanging decoder that has this much CPU time. */
const processorSeconds = Number(process.argv[2]);
const lane = createLane({ width: 1, perHolder: 1, seconds: 3600, heapMegabytes: 64, memoryMegabytes: 1000, processorSeconds });
process.once("SIGTERM", () => process.exit());
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
await apart<typeof spin>(lane, import.meta, { file: "work", name: "spin" })(undefined as never);
