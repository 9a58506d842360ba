import type { Command } from "commander";
import type { Environment } from "./folders.ts";
import type { Given } from "./given.ts";
import { commandRows } from "./rows.ts";

/** Adds `--login` to `admin channels connect`: the person logs in at the network, in a browser, instead of giving credentials. */
export function addLogIn(program: Command, environment: Environment): void {
  const row = commandRows.find(({ variants }) => variants.some(({ operation }) => operation === "connectChannel"));
  const command = row?.words.reduce<Command | undefined>((parent, word) => parent?.commands.find((one) => one.name() === word), program);
  if (row === undefined || command === undefined) throw new Error("There is no command that connects channels.");
  command
    .optionsGroup("Log-in options:")
    .option("--login", "log in at the network in a browser, instead of --credentials")
    .option("--account <id>", "with --login: connect this account. May be repeated.", (id: string, before: string[] | undefined) => [
      ...(before ?? []),
      id,
    ])
    .option("--application <slug>", "with --login: at which platform to log in, such as facebook for Instagram")
    .action(async (options: Given) => {
      const given = { ...program.opts(), ...options };
      // Imported lazily, as for every command.
      if (given.login === true) await (await import("./log-in.ts")).logIn(row, given, environment);
      else await (await import("./execute.ts")).execute(row, given, environment);
    });
}
