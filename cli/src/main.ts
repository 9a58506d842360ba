import { isChanging } from "./interrupt.ts";
import { buildProgram } from "./program.ts";
import { runProgram } from "./run.ts";

const CLOSED: readonly unknown[] = ["EPIPE", "ERR_STREAM_DESTROYED"];

// `rostrum … | head` closes the pipe early: the reader has what it needs. A change is not left half made for that.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (!CLOSED.includes(error.code)) throw error;
  if (!isChanging()) process.exit();
});
process.stderr.on("error", (error: NodeJS.ErrnoException) => {
  if (!CLOSED.includes(error.code)) throw error;
});

const code = await runProgram(buildProgram(process.env), process.argv);
// `serve` sets its own exit code when the service cannot start.
if (code !== 0) process.exitCode = code;
