import type { Command } from "commander";
import { commandAt } from "./commands.ts";
import type { Environment } from "./folders.ts";

interface Options {
  readonly stdin?: true;
  readonly json?: true;
  readonly url?: string;
}

/** The commands of `auth` that manage the stored key; `auth check` is an API operation and comes from the table. */
export function addAuth(program: Command, environment: Environment): void {
  const add = (word: "login" | "status" | "logout", description: string) =>
    commandAt(program, ["auth", word])
      .description(description)
      .allowExcessArguments(false)
      .option("--json", "print one JSON value")
      .option("--url <address>", "URL of the service (default: ROSTRUM_URL, else http://127.0.0.1:4000)")
      .action(async (options: Options) => {
        const auth = await import("./auth.ts");
        await auth[word](environment, { ...program.opts(), ...options });
      });
  add("login", "Check an API key with a service and store it.")
    .requiredOption("--stdin", "read the key from standard input")
    .addHelpText(
      "after",
      "\nExamples:\n  rostrum auth login --stdin < key.txt\n  rostrum auth login --stdin --url https://rostrum.example < key.txt\n",
    );
  add("status", "Show which key is used for a service. Sends nothing and does not show the key.");
  add("logout", "Delete the stored key of a service. The key itself stays valid until it is revoked.");
}
