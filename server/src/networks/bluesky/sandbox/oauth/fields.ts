/** The fields of a form or query that were given exactly once; a request without a body has none. */
export function fieldsOf(given: unknown): Readonly<Record<string, string>> {
  const entries = typeof given === "object" && given !== null ? Object.entries(given) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== ""));
}
