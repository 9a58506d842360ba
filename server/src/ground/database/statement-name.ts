import { createHash } from "node:crypto";

const names = new Map<string, string>();

/** A prepared statement's name, derived from its text. Only for texts composed from a bounded set of parts. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
    names.set(text, name);
  }
  return name;
}
