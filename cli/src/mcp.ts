import type { Command } from "commander";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `rostrum mcp`: serves the tools to a local agent, which starts this program and talks to it over stdio.
 */
export function addMcp(program: Command, environment: Environment): void {
  program
    .command("mcp")
    .summary("Serve the tools to an agent on this machine")
    .description(
      "Serve the tools to an agent on this machine.\n\nSpeaks the Model Context Protocol on standard input and output, and calls the service with the API key in ROSTRUM_API_KEY, or else the stored one.",
    )
    .option("--url <address>", "URL of the service (default: ROSTRUM_URL, else http://127.0.0.1:4000)")
    .allowExcessArguments(false)
    .action(async (options: { readonly url?: string }) => {
      // Imported lazily, so that no other command has to load the protocol.
      const [{ readSettings }, { serveTools }] = await Promise.all([import("./settings.ts"), import("./mcp/serve.ts")]);
      const settings = readSettings(environment, options.url ?? program.opts<{ url?: string }>().url);
      await serveTools({ url: settings.url, apiKey: await settings.apiKey(), environment });
    });
}
