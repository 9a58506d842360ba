import { Command } from "commander";
import { addArchives } from "./archive-commands.ts";
import { addAuth } from "./auth-commands.ts";
import { addCommand } from "./commands.ts";
import { addCompletion } from "./completion/command.ts";
import { addDoctor } from "./doctor-command.ts";
import type { Environment } from "./folders.ts";
import { READABLE_HELP } from "./help.ts";
import { addLogIn } from "./log-in-command.ts";
import { addMcp } from "./mcp.ts";
import { commandRows } from "./rows.ts";
import { addServe } from "./serve.ts";
import { VERSION } from "./version.ts";

/**
 * The whole command line. Usage errors are thrown instead of calling `process.exit`, so that pending output is flushed. Commands
 * are imported when they run: this file is loaded for `--help` and `--version`, which must be quick.
 */
export function buildProgram(environment: Environment): Command {
  const program = new Command("rostrum")
    .description("Social publishing from the command line.")
    .version(VERSION)
    .option("--url <address>", "URL of the service (default: ROSTRUM_URL, else http://127.0.0.1:4000)")
    .configureHelp(READABLE_HELP)
    .exitOverride()
    .showHelpAfterError(HINT);
  addServe(program);
  for (const row of commandRows) addCommand(program, row, environment);
  addArchives(program, environment);
  addLogIn(program, environment);
  addDoctor(program, environment);
  addAuth(program, environment);
  addMcp(program, environment);
  addCompletion(program);
  const admin = program.commands.find((command) => command.name() === "admin");
  admin?.description("Administer the service: users, keys, brands, channels, backups.");
  return program;
}

const HINT = "Add --help for usage.";
