import { Command } from "commander";
import { addAuth } from "./auth-commands.ts";
import { addCommand } from "./commands.ts";
import { addCompletion } from "./completion/command.ts";
import type { Environment } from "./folders.ts";
import { addMcp } from "./mcp.ts";
import { commandRows } from "./rows.ts";
import { addServe } from "./serve.ts";
import { VERSION } from "./version.ts";

/**
 * The whole command line. Usage errors are thrown, not ended with `process.exit`: output in flight must get out. What a
 * command does is imported when it runs: this file is on the way of `--help` and `--version`, which have to be quick.
 */
export function buildProgram(environment: Environment): Command {
  const program = new Command("rostrum")
    .description("Social publishing from the command line.")
    .version(VERSION)
    .option("--url <address>", "the service, else ROSTRUM_URL, else http://127.0.0.1:4000")
    .exitOverride()
    .showHelpAfterError(HINT);
  addServe(program);
  for (const row of commandRows) addCommand(program, row, environment);
  addAuth(program, environment);
  addMcp(program, environment);
  addCompletion(program);
  const admin = program.commands.find((command) => command.name() === "admin");
  admin?.description("Run the service: users, keys, brands, channels, backups.");
  return program;
}

const HINT = "Add --help to see what the command takes.";
