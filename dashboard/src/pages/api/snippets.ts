import type { SnippetName } from "./search.ts";
import { words } from "./words.ts";

/** What stands in a snippet until there is a key. */
export const KEY_PLACE = "rst_paste-your-key-here";

export interface Snippet {
  readonly label: string;
  /** Where to paste it. */
  readonly hint: string;
  readonly text: string;
}

/** Snippets that work when they are pasted: each asks for the person's brands, or tells a program how to reach the service. */
export function snippetsFor(publicUrl: string, key: string = KEY_PLACE): Readonly<Record<SnippetName, Snippet>> {
  return {
    curl: {
      label: "curl",
      hint: words.hints.curl,
      text: `curl -H "Authorization: Bearer ${key}" ${publicUrl}/v1/brands`,
    },
    typescript: {
      label: "TypeScript",
      hint: words.hints.typescript,
      text: `import { createClient } from "@rostrum/contract/client.ts";

const rostrum = createClient({ baseUrl: "${publicUrl}/v1", apiKey: "${key}" });
const brands = await rostrum.listBrands();
if (!brands.ok) throw new Error(brands.problem.message);
for (const { id, title } of brands.data) console.log(id, title);`,
    },
    mcp: {
      label: "MCP",
      hint: words.hints.mcp,
      text: printJson({ mcpServers: { rostrum: { type: "http", url: `${publicUrl}/mcp` } } }),
    },
    "mcp-local": {
      label: words.mcpLocal,
      hint: words.hints["mcp-local"],
      text: printJson({
        mcpServers: {
          rostrum: { command: "npx", args: ["rostrum", "mcp"], env: { ROSTRUM_URL: publicUrl, ROSTRUM_API_KEY: key } },
        },
      }),
    },
  };
}

function printJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
