/** What n8n makes of the fields of a request, and how the API wants them. */

/** A value without n8n's wrappings; undefined if nothing was entered. */
export function entered(value: unknown): unknown {
  if (value === null || value === undefined || value === "") return undefined;
  if (Array.isArray(value)) return listed(value);
  // Moments of n8n's expressions are objects, too.
  if (typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  if ("__rl" in value) return entered((value as { readonly value?: unknown }).value);
  const { value: one, values: several, ...rest } = value as Readonly<Record<string, unknown>>;
  if (one !== undefined) return entered(one);
  if (several !== undefined) return entered(several);
  return fieldsIn(rest);
}

function listed(values: readonly unknown[]): unknown[] | undefined {
  const found = values.map(entered).filter((value) => value !== undefined);
  return found.length === 0 ? undefined : found;
}

/** Whether a list that was entered, or is part of it, has an entry without a value, as an expression leaves that found nothing. */
export function hasEmptyEntry(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => entered(one) === undefined || hasEmptyEntry(one));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).some(hasEmptyEntry);
}

/** Optional fields that are added one by one are in a group `more`, beside those that are always there. */
function fieldsIn({ more, ...fields }: Readonly<Record<string, unknown>>): object | undefined {
  const all = { ...fields, ...(more as object | undefined) };
  const found = Object.entries(all).flatMap(([name, value]) => {
    const own = entered(value);
    return own === undefined ? [] : [[name, own] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** `perPage` → `per_page`, as parameters of the API's addresses are written. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
