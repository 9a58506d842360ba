import type { Viewer } from "../../ground/viewer.ts";

/** The user a tool token belongs to. */
export interface ToolViewer extends Viewer {
  /** The user granted read-only access: operations that write are refused. */
  readonly readsOnly?: boolean;
}

/** Authentication for the tool server. Implemented by sign-in; the tool server knows nothing else about tokens. */
export interface ToolAccess {
  /** The user of a bearer token for /mcp; null when the token is not valid for this resource. */
  viewerOf(token: string): Promise<ToolViewer | null>;
  /**
   * Whether the user still lets this client in, for calls that take long. Tokens last minutes and may end meanwhile, which is no reason to
   * refuse what was asked before.
   */
  isStillIn(viewer: ToolViewer): Promise<boolean>;
  /** The value of WWW-Authenticate, including resource_metadata. */
  challenge(problem?: "invalid_token" | "insufficient_scope"): string;
}
