/** The name without accents and in lower case: what user names are made of. */
export function folded(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** A user name of lower-case letters, digits and underscores for an account of this name. */
export function userNameOf(name: string): string {
  return (
    folded(name)
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "")
      .slice(0, 30) || "account"
  );
}
