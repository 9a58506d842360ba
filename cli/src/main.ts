import { buildProgram } from "./program.ts";
import { runProgram } from "./run.ts";

// `rostrum … | head` closes the pipe early: whoever read has what they wanted.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const code = await runProgram(buildProgram(process.env), process.argv);
// `serve` has set its own when the service could not start.
if (code !== 0) process.exitCode = code;
