/** The snippets by the names that they have in the address bar. */
export const SNIPPET_NAMES = ["curl", "typescript", "mcp", "mcp-local"] as const;
export type SnippetName = (typeof SNIPPET_NAMES)[number];
