import { type Command, Option } from "commander";
import { serverModule } from "./server-package.ts";

/** The part of the server used here. */
interface Main {
  serve(options: { role: string }): Promise<void>;
}

export function addServe(program: Command): void {
  program
    .command("serve")
    .description("Start the service in this process.")
    .addOption(new Option("--role <role>", "what this process does").choices(["all", "api", "worker"]).default("all"))
    .action(async ({ role }: { role: string }) => {
      const { serve } = await serverModule<Main>("main");
      await serve({ role });
    });
}
