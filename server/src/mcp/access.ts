import type { Viewer } from "../viewer.ts";

/** Who a tool token stands for. */
export interface ToolViewer extends Viewer {
  /** The user let the program read and change nothing: operations that write are refused. */
  readonly readsOnly?: boolean;
}

/** How the tool server learns who calls. Sign-in implements it; the tool server knows nothing else of tokens. */
export interface ToolAccess {
  /** Who a bearer token of /mcp stands for; null when it is no valid token for this resource. */
  viewerOf(token: string): Promise<ToolViewer | null>;
  /** The value of WWW-Authenticate, with resource_metadata. */
  challenge(problem?: "invalid_token" | "insufficient_scope"): string;
}
