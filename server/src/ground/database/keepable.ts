/** What PostgreSQL can keep of a value, as text and as JSON: no NUL and no half of a surrogate pair, also in nested names and values. */
export function keepable<Value>(value: Value): Value;
export function keepable(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "\ufffd").toWellFormed();
  if (Array.isArray(value)) return value.map((each) => keepable(each));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [keepable(name), keepable(each)]));
}
