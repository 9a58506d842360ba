import { buildProgram } from "./program.ts";
import { runProgram } from "./run.ts";

// `rostrum … | head` closes the pipe early: the reader has what it needs.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const code = await runProgram(buildProgram(process.env), process.argv);
// `serve` sets its own exit code when the service cannot start.
if (code !== 0) process.exitCode = code;
