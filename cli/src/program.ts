import { Command } from "commander";
import { addAdmin } from "./admin.ts";
import { addServe } from "./serve.ts";
import { readSettings } from "./settings.ts";

/** The whole command line. Usage errors are thrown, not ended with `process.exit`: output in flight must get out. */
export function buildProgram(environment: Readonly<Record<string, string | undefined>>): Command {
  const settings = readSettings(environment);
  const program = new Command("rostrum").description("Social publishing from the command line.").exitOverride().showHelpAfterError(HINT);
  addServe(program);
  addAdmin(program, settings);
  return program;
}

const HINT = "Add --help to see what the command takes.";
