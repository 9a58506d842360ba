import type { Command } from "commander";
import { commandAt } from "./commands.ts";
import type { Environment } from "./folders.ts";

interface Options {
  readonly stdin?: true;
  readonly json?: true;
  readonly url?: string;
}

/** The commands of `auth` that keep the key; `auth check` is the API's operation and stands in the table. */
export function addAuth(program: Command, environment: Environment): void {
  const add = (word: "login" | "status" | "logout", description: string) =>
    commandAt(program, ["auth", word])
      .description(description)
      .allowExcessArguments(false)
      .option("--json", "print one JSON value")
      .option("--url <address>", "the service, else ROSTRUM_URL, else http://127.0.0.1:4000")
      .action(async (options: Options) => {
        const auth = await import("./auth.ts");
        await auth[word](environment, { ...program.opts(), ...options });
      });
  add("login", "Store an API key for a service, after the service has confirmed it.")
    .requiredOption("--stdin", "read the key from standard input")
    .addHelpText(
      "after",
      "\nExamples:\n  rostrum auth login --stdin < key.txt\n  rostrum auth login --stdin --url https://rostrum.example < key.txt\n",
    );
  add("status", "Tell which key is used for a service. Nothing is sent, and the key is not shown.");
  add("logout", "Forget the key that is stored for a service. The key itself stays good until it is revoked.");
}
