import { type Command, Option } from "commander";
import { Failure, REFUSED } from "./failure.ts";

/** The part of the server package used here. Not a dependency: found if it is installed alongside. */
interface ServerPackage {
  serve(options: { role: string }): Promise<void>;
}

const SERVER = "@rostrum/server/main";

export function addServe(program: Command): void {
  program
    .command("serve")
    .description("Start the service in this process.")
    .addOption(new Option("--role <role>", "what this process does").choices(["all", "api", "worker"]).default("all"))
    .action(async ({ role }: { role: string }) => {
      const { serve } = await serverPackage();
      await serve({ role });
    });
}

async function serverPackage(): Promise<ServerPackage> {
  try {
    return (await import(SERVER)) as ServerPackage;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Failure(
      REFUSED,
      "This command needs the server package, which is not installed: this is only the command line. Run npx rostrum serve where Rostrum itself is installed.",
    );
  }
}

/** The server package itself is missing, not one of its dependencies. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND" && error.message.includes("'@rostrum/server'");
}
