import { WrongSettings } from "./config.ts";
import { type Role, type Service, startService } from "./serve.ts";
import { stopSignal } from "./stop-signals.ts";

/** Runs the service until it is told to stop. Exit code 0 after a clean stop, 1 when it cannot start. */
export async function serve(options: { role: Role }): Promise<void> {
  const stopped = stopSignal(() => process.exit(1));
  try {
    await using service = await startService(process.env, options.role);
    announce(service);
    await stopped;
    process.stdout.write("Stopping: what is in flight ends first. Another Ctrl-C stops at once.\n");
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = 1;
  }
}

function announce({ url, demo }: Service): void {
  const lines = [`Rostrum is ready at ${url}`];
  if (demo !== null) {
    lines.unshift(
      "",
      "A demo has been made. Both are shown this once:",
      `  Sign-in   ${demo.email}  ${demo.password}`,
      `  API key   ${demo.apiKey}`,
      `  It holds brand ${demo.brandId} with collection ${demo.collectionId}; what it publishes shows at ${url}/sandbox`,
      "",
    );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}

function describe(error: unknown): string {
  if (error instanceof WrongSettings) return error.message;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
    return "The address is in use: another service listens there. Set PORT or stop the other one.";
  return error instanceof Error ? error.message : String(error);
}

if (import.meta.main) await serve({ role: "all" });
