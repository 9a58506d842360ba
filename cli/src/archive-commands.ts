import { type Command, InvalidArgumentError } from "commander";
import type { Environment } from "./folders.ts";
import type { Given } from "./given.ts";

/** Adds `admin brands export` and `admin brands import`: a whole brand as a file on this machine, wherever the service is. */
export function addArchives(program: Command, environment: Environment): void {
  const brands = program.commands.find((command) => command.name() === "admin")?.commands.find((command) => command.name() === "brands");
  if (brands === undefined) throw new Error("There are no commands for brands.");
  brands
    .command("export")
    .summary("Write everything of a brand into a file")
    .description(
      "Write everything in a brand to a file.\n\nHas the service make an archive of the brand, waits for it, and downloads it. There are no passwords or tokens in it.",
    )
    .requiredOption("--brand-id <n>", "Id of the brand.", brandIdOf)
    .requiredOption("--to <file>", "File to write on this machine. It must not exist yet.")
    .option("--json", "print one JSON value")
    .option("--url <address>", ADDRESS)
    .allowExcessArguments(false)
    .action(async (options: Given) => {
      // Imported lazily, as for every command.
      const { exportBrand } = await import("./archives.ts");
      await exportBrand({ ...program.opts(), ...options }, environment);
    });
  brands
    .command("import")
    .summary("Bring a brand from such a file into somebody's account")
    .description(
      "Bring a brand from such a file into somebody's account.\n\nAll of it or nothing. It arrives with its queue paused and its channels logged out.",
    )
    .requiredOption("--from <file>", "Archive on this machine, as another installation made it.")
    .requiredOption("--owner <email>", "E-mail address of the owner.")
    .option("--again", "although the owner's account has a brand from this archive")
    .option("--dry-run", "print the request without sending it")
    .option("--json", "print one JSON value")
    .option("--url <address>", ADDRESS)
    .allowExcessArguments(false)
    .action(async (options: Given) => {
      const { importBrand } = await import("./archives.ts");
      await importBrand({ ...program.opts(), ...options }, environment);
    });
}

const ADDRESS = "URL of the service (default: ROSTRUM_URL, else http://127.0.0.1:4000)";

function brandIdOf(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new InvalidArgumentError("Must be the number of a brand.");
  return id;
}
