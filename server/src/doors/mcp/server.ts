import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { IDENTITY, INSTRUCTIONS } from "@rostrum/contract/tools/instructions.ts";
import { listedTools, toolNamed } from "@rostrum/contract/tools/table.ts";
import { callTool } from "./call.ts";
import type { Caller, ToolGround } from "./gate.ts";

/** Tools change only with a release, so clients may cache the list. */
const TOOLS_LAST_MILLISECONDS = 5 * 60_000;

/** The MCP server for one request of a caller. No state is kept between requests. */
export function serverFor(ground: ToolGround, caller: Caller): Server {
  const server = new Server(IDENTITY, {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    cacheHints: { "tools/list": { ttlMs: TOOLS_LAST_MILLISECONDS, cacheScope: "private" } },
  });
  server.setRequestHandler("tools/list", () => ({ tools: listedTools }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = toolNamed(params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return callTool(ground, caller, tool, params.arguments ?? {});
  });
  return server;
}
