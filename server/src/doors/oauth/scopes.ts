/** What an app may do: read what its user sees, or also change it. Write access includes read access. */
export const SCOPES = ["read", "write"] as const;
export type Scope = "read" | "read write";

/** Full access. */
export const FULL_SCOPE: Scope = "read write";

/**
 * The requested scope: everything when none is named. Unknown scopes such as `offline_access` are ignored, as RFC 6749, section
 * 3.3, allows; null when no known scope is left.
 */
export function askedScope(text: string | null): Scope | null {
  const words = (text ?? "").split(" ").filter((word) => word !== "");
  if (words.length === 0 || words.includes("write")) return FULL_SCOPE;
  return words.includes("read") ? "read" : null;
}

export function mayWrite(scope: string): boolean {
  return scope.split(" ").includes("write");
}

/** The scope, reduced to `read` where no more was granted. */
export function within(asked: Scope, granted: string): Scope {
  return mayWrite(granted) ? asked : "read";
}
