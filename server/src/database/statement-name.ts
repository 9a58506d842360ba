import { createHash } from "node:crypto";

const names = new Map<string, string>();

/** A name under which a statement of this text is prepared: for texts that are put together from a bounded number of parts. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
    names.set(text, name);
  }
  return name;
}
