import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

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

/** The official client with a token. It holds each structured result against the tool's output schema itself. */
export async function aToolClient(url: string, token: string, form: Form = "2026"): Promise<ToolClient> {
  const mode = form === "2025" ? "legacy" : { pin: "2026-07-28" };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
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
