import type { Command } from "commander";
import type { Environment } from "./folders.ts";
import type { Given } from "./given.ts";

/** Has `doctor` look at this machine where the service cannot be asked, and say by its exit code whether something is wrong. */
export function addDoctor(program: Command, environment: Environment): void {
  const command = program.commands.find((one) => one.name() === "doctor");
  if (command === undefined) throw new Error("There is no command that examines the service.");
  command.action(async (options: Given) => {
    // Imported lazily, as for every command.
    await (await import("./doctor.ts")).examine({ ...program.opts(), ...options }, environment);
  });
}
