import { once } from "node:events";
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { createClient } from "@rostrum/contract/client.ts";
import { IDENTITY, INSTRUCTIONS } from "@rostrum/contract/tools/instructions.ts";
import { listedTools, toolNamed } from "@rostrum/contract/tools/table.ts";
import { callTool } from "./call.ts";
import { guardFor } from "./guard.ts";
import { zonesBy } from "./zones.ts";

export interface ToolService {
  /** URL of the service, without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Room for a base64 file and its message. */
const MESSAGE_BYTES_MAX = 24 * 1024 * 1024;
/** An agent is waiting: a longer wait is reported instead. */
const WAIT_SECONDS_MAX = 2;

/** Serves the tools on standard input and output until the agent closes the input. */
export async function serveTools({ url, apiKey, environment }: ToolService): Promise<void> {
  // Times are told in the brand's zone, for which Node before 26 lacks the means.
  if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");
  const client = createClient({
    baseUrl: `${url}/v1`,
    apiKey,
    retry: { waitSecondsMax: WAIT_SECONDS_MAX },
    // A redirect would send the key to a URL the user did not choose.
    fetch: (address, init) => fetch(address, { ...init, redirect: "manual" }),
  });
  const ground = { client, zoneOf: zonesBy(client), guard: guardFor(environment.ROSTRUM_ALLOW_PRIVATE_NETWORKS) };
  const serverFor = () => {
    const server = new Server(IDENTITY, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
    server.setRequestHandler("tools/list", () => ({ tools: listedTools }));
    server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
      const tool = toolNamed(params.name);
      if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
      return callTool(ground, tool, params.arguments ?? {}, mcpReq.signal);
    });
    return server;
  };
  const ended = once(process.stdin, "close");
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MESSAGE_BYTES_MAX });
  const connection = serveStdio(serverFor, { transport, onerror: (error) => process.stderr.write(`${error.message}\n`) });
  await ended;
  await connection.close();
}
