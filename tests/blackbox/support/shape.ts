import assert from "node:assert/strict";

/** Parses a value strictly: unknown keys, missing keys and wrong types fail with their path. */
export type Shape<T> = (value: unknown, at: string) => T;
export type Read<S> = S extends Shape<infer T> ? T : never;

type Fields = Readonly<Record<string, Shape<unknown>>>;
type Object_<F extends Fields> = { readonly [K in keyof F]: Read<F[K]> };

export const text: Shape<string> = (value, at) => {
  assert.equal(typeof value, "string", `${at} is no string: ${show(value)}`);
  return String(value);
};

export const flag: Shape<boolean> = (value, at) => {
  assert.equal(typeof value, "boolean", `${at} is no boolean: ${show(value)}`);
  return value === true;
};

export const integer: Shape<number> = (value, at) => {
  assert.ok(Number.isSafeInteger(value), `${at} is no integer: ${show(value)}`);
  return Number(value);
};

export const id: Shape<number> = (value, at) => {
  const number = integer(value, at);
  assert.ok(number > 0, `${at} is no id: ${number}`);
  return number;
};

export const count: Shape<number> = (value, at) => {
  const number = integer(value, at);
  assert.ok(number >= 0, `${at} is no count: ${number}`);
  return number;
};

export function matching(pattern: RegExp): Shape<string> {
  return (value, at) => {
    const read = text(value, at);
    assert.match(read, pattern, at);
    return read;
  };
}

export function oneOf<const T extends string>(...allowed: readonly T[]): Shape<T> {
  return (value, at) => {
    const found = allowed.find((one) => one === value);
    assert.ok(found !== undefined, `${at} is none of ${allowed.join(", ")}: ${show(value)}`);
    return found;
  };
}

export function exact<const T extends string | null>(wanted: T): Shape<T> {
  return (value, at) => {
    assert.equal(value, wanted, at);
    return wanted;
  };
}

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return (value, at) => (value === null ? null : shape(value, at));
}

export function array<T>(shape: Shape<T>): Shape<T[]> {
  return (value, at) => {
    assert.ok(Array.isArray(value), `${at} is no array: ${show(value)}`);
    return value.map((one: unknown, index) => shape(one, `${at}[${index}]`));
  };
}

/** Exactly these keys, no fewer and no more. */
export function object<F extends Fields>(fields: F): Shape<Object_<F>> {
  return (value, at) => {
    const entries = entriesOf(value, at);
    assert.deepEqual([...entries.keys()].sort(), Object.keys(fields).sort(), `keys of ${at}`);
    return readFields(fields, entries, at);
  };
}

/** These keys, and of the optional ones those that are there; no others. */
export function objectWith<F extends Fields, O extends Fields>(fields: F, optional: O): Shape<Object_<F> & Partial<Object_<O>>> {
  return (value, at) => {
    const entries = entriesOf(value, at);
    const present = Object.fromEntries(Object.entries(optional).filter(([name]) => entries.has(name)));
    const all = { ...fields, ...present };
    assert.deepEqual([...entries.keys()].sort(), Object.keys(all).sort(), `keys of ${at}`);
    return { ...readFields(fields, entries, at), ...readFields(optionalOf<O>(present), entries, at) };
  };
}

/** At least these keys: where the specification leaves the rest open. */
export function atLeast<F extends Fields>(fields: F): Shape<Object_<F>> {
  return (value, at) => readFields(fields, entriesOf(value, at), at);
}

export function recordOf<T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return (value, at) => Object.fromEntries([...entriesOf(value, at)].map(([name, one]) => [name, shape(one, `${at}.${name}`)]));
}

function entriesOf(value: unknown, at: string): Map<string, unknown> {
  assert.ok(typeof value === "object" && value !== null && !Array.isArray(value), `${at} is no object: ${show(value)}`);
  return new Map<string, unknown>(Object.entries(value));
}

/** The one place where a checked record gets its type: every key has been read by its own shape. */
function readFields<F extends Fields>(fields: F, entries: ReadonlyMap<string, unknown>, at: string): Object_<F> {
  const read = Object.entries(fields).map(([name, shape]) => [name, shape(entries.get(name), `${at}.${name}`)]);
  return Object.fromEntries(read) as Object_<F>;
}

/** The optional fields that a value has, typed as all of them: what is absent is read as absent. */
function optionalOf<O extends Fields>(present: Fields): O {
  return present as O;
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
