import { type Command, CommanderError } from "commander";
import { Failure, USAGE } from "./failure.ts";

/** Runs a command and returns the exit code; errors have been printed to standard error. */
export async function runProgram(program: Command, argv: readonly string[]): Promise<number> {
  try {
    await program.parseAsync([...argv]);
    return 0;
  } catch (error) {
    // Commander has printed its own message. Requested help is not an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
}
