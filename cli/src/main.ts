import { buildProgram } from "./program.ts";
import { runProgram } from "./run.ts";

process.exitCode = await runProgram(buildProgram(process.env), process.argv);
