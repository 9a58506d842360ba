import { apart } from "../apart.ts";
import { createLane } from "../lane.ts";
import type { spin } from "./work.ts";

/** A process with a decoder that hangs. */
const lane = createLane({ width: 1, seconds: 3600, heapMegabytes: 64, memoryMegabytes: 1000, processorSeconds: 2 });
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
await apart<typeof spin>(lane, import.meta, { file: "work", name: "spin" })(undefined as never);
