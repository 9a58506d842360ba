/** What a program may do: read what its user sees, or change it as well. Who may write may read. */
export const SCOPES = ["read", "write"] as const;
export type Scope = "read" | "read write";

/** All there is. */
export const FULL_SCOPE: Scope = "read write";

/**
 * What a request asks for: everything when it names nothing. Words of others, such as `offline_access`, are passed over
 * (RFC 6749, section 3.3, allows that); null when there is none of ours among them.
 */
export function askedScope(text: string | null): Scope | null {
  const words = (text ?? "").split(" ").filter((word) => word !== "");
  if (words.length === 0 || words.includes("write")) return FULL_SCOPE;
  return words.includes("read") ? "read" : null;
}

export function mayWrite(scope: string): boolean {
  return scope.split(" ").includes("write");
}

/** The scope, or its reading half where no more was granted. */
export function within(asked: Scope, granted: string): Scope {
  return mayWrite(granted) ? asked : "read";
}
