import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

/** Which of the protocol's two forms a client speaks: requests that stand alone, or the handshake of the versions before. */
export type Form = "2026" | "2025";

export interface ToolClient extends AsyncDisposable {
  readonly client: Client;
  call(name: string, given?: Readonly<Record<string, unknown>>): Promise<ToolReply>;
}

export interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read results of every form and compare them whole
  readonly body: any;
}

/** The official client with the token of a sign-in, over HTTP. */
export async function aToolClient(url: string, token: string, form: Form = "2026"): Promise<ToolClient> {
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  return connected(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }), form);
}

/** The command line's own program. */
export const PROGRAM = fileURLToPath(new URL("../../../cli/bin/rostrum.js", import.meta.url));

export interface Local {
  readonly url: string;
  readonly key: string;
  readonly form?: Form;
  /** More of the environment. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Another program than the repository's, such as an installed one. */
  readonly program?: string;
  /** For Node itself. */
  readonly flags?: readonly string[];
}

/** The official client with `rostrum mcp`, which it starts, on standard input and output. */
export async function aLocalToolClient(local: Local): Promise<ToolClient> {
  const { url, key, form = "2026", settings = {}, program = PROGRAM, flags = [] } = local;
  const env = { ROSTRUM_URL: url, ROSTRUM_API_KEY: key, ...settings };
  const args = [...flags, program, "mcp"];
  return connected(new StdioClientTransport({ command: process.execPath, args, env, stderr: "inherit" }), form);
}

/** Once it has listed the tools, the client validates every structured result against the tool's output schema. */
async function connected(transport: Transport, form: Form): Promise<ToolClient> {
  const mode = form === "2025" ? "legacy" : { pin: "2026-07-28" };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  await client.listTools();
  return {
    client,
    async call(name, given = {}) {
      const result = await client.callTool({ name, arguments: { ...given } });
      const [content] = result.content;
      if (content?.type !== "text" || result.content.length !== 1) throw new Error("A result has one text");
      return { isError: result.isError === true, text: content.text, body: result.structuredContent };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
