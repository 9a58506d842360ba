import { Refused } from "./refusal.ts";

/** How a value of each field is said. */
type Said<T> = { readonly [Field in keyof T]?: (value: T[Field]) => string };

type Seen<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/** Refuses a change of fields that are no longer what the person saw, so that nobody undoes what somebody else has just done. */
export function holdSeen<T extends object>(stored: T, seen: Seen<T> | undefined, said: Said<T> = {}): void {
  if (seen === undefined) return;
  const fields = (Object.keys(seen) as (keyof T & string)[]).filter((field) => seen[field] !== undefined && seen[field] !== stored[field]);
  const [key] = fields;
  if (key === undefined) return;
  const errors = Object.fromEntries(
    fields.map((field) => {
      const value = said[field]?.(stored[field]) ?? `“${String(stored[field])}”`;
      return [field, `Somebody else has changed this in the meantime: it is ${value} now. To replace that, save yours again.`];
    }),
  );
  const message = "Somebody else has changed this in the meantime. Nothing of yours was stored.";
  throw new Refused({ kind: "domain", status: 409, key, message, errors });
}
