import { describedRow } from "./deprecation.ts";
import { columnsOf, type Flag, flagsOf, type Value } from "./flags.ts";
import { examples } from "./openapi/examples.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";
import { privateOperations } from "./private-operations.ts";
import { quoted } from "./shell-words.ts";

/** The operations a command calls: those below `/v1` with an API key, or those below `/app/api` with the admin token. */
export type CommandTable = "public" | "private";

/**
 * A command of `rostrum`, derived from the table. Plain data: the command line loads it from a file without loading the table.
 */
export interface CommandRow {
  /** As typed: `["posts", "create"]`. */
  readonly words: readonly string[];
  readonly table: CommandTable;
  /** The operations behind it; the first one that has all the given flags is called. */
  readonly variants: readonly Variant[];
  readonly summary: string;
  readonly description: string;
  /** Whether it changes something: anything but a GET. */
  readonly mutates: boolean;
  readonly paginated: boolean;
  readonly hasBody: boolean;
  readonly flags: readonly Flag[];
  readonly columns: readonly string[];
  /** Complete command lines, each with a description. */
  readonly examples: readonly { readonly about: string; readonly line: string }[];
}

export interface Variant {
  /** The operation's name in its table. */
  readonly operation: string;
  /** The names of its flags. */
  readonly flags: readonly string[];
  readonly required: readonly string[];
}

/** All commands in the order of the tables, the public ones first. */
export function commandRows(publicTable: Table = operations, privateTable: Table = privateOperations): CommandRow[] {
  const rows = new Map<string, CommandRow>();
  for (const [name, row] of Object.entries(publicTable)) add(rows, name, row, "public");
  for (const [name, row] of Object.entries(privateTable)) add(rows, name, row, "private");
  return [...rows.values()];
}

type Table = Readonly<Record<string, Operation>>;

function add(rows: Map<string, CommandRow>, name: string, row: Operation, table: CommandTable): void {
  if (row.command === undefined) return;
  const words = [...(row.tag === "Admin" ? ["admin"] : []), ...row.command.split(" ")];
  const before = rows.get(words.join(" "));
  const made = commandRow(words, name, row, table);
  rows.set(words.join(" "), before === undefined ? made : together(before, made));
}

function commandRow(words: readonly string[], name: string, row: Operation, table: CommandTable): CommandRow {
  const flags = flagsOf(row);
  const required = flags.filter((flag) => flag.required).map((flag) => flag.name);
  return {
    words,
    table,
    variants: [{ operation: name, flags: flags.map((flag) => flag.name), required }],
    summary: row.deprecated ? `${row.summary} (deprecated)` : row.summary,
    description: describedRow(row),
    mutates: row.method !== "GET",
    paginated: row.paginated === true,
    hasBody: row.body !== undefined,
    flags,
    columns: columnsOf(row),
    examples: examplesOf(words, name, flags),
  };
}

/**
 * Merges two operations with the same words, such as listing the posts of a collection and of a brand, or listing and setting
 * preferences: a flag is required if both require it.
 */
function together(first: CommandRow, second: CommandRow): CommandRow {
  const own = new Map(first.flags.map((flag) => [flag.name, flag]));
  const theirs = new Map(second.flags.map((flag) => [flag.name, flag]));
  const flags = [...new Map([...own, ...theirs]).values()].map((flag) => ({
    ...flag,
    required: (own.get(flag.name)?.required ?? false) && (theirs.get(flag.name)?.required ?? false),
  }));
  return {
    ...first,
    mutates: first.mutates || second.mutates,
    variants: [...first.variants, ...second.variants],
    summary: second.summary,
    description: second.description,
    flags,
    examples: [...second.examples, ...first.examples],
  };
}

function examplesOf(words: readonly string[], name: string, flags: readonly Flag[]): CommandRow["examples"] {
  const bodies = requestsOf(name);
  const given = flags.filter((flag) => flag.required && flag.part !== "body").map((flag) => [flag, flag.example] as const);
  if (bodies.length === 0) {
    const own = flags.filter((flag) => flag.required && flag.part === "body").map((flag) => [flag, flag.example] as const);
    const needed = [...given, ...own];
    const isWhole = needed.every(([flag, example]) => example !== null || flag.form === "stdin");
    return isWhole ? [{ about: "", line: lineOf(words, needed) }] : [];
  }
  return bodies.map(({ summary, value }) => {
    const body = flags.filter((flag) => flag.part === "body").map((flag) => [flag, valueAt(value, flag, flags)] as const);
    return { about: summary, line: lineOf(words, [...given, ...body]) };
  });
}

/** The example request bodies of an operation in the OpenAPI document. */
function requestsOf(name: string): { readonly summary: string; readonly value: unknown }[] {
  const found = (
    examples as Readonly<Record<string, { readonly requests?: Readonly<Record<string, { summary: string; value: unknown }>> }>>
  )[name];
  return Object.values(found?.requests ?? {});
}

/** An example's value for a flag; objects are given by their fields' flags or by their text shorthand. */
function valueAt(value: unknown, flag: Flag, flags: readonly Flag[]): Value | null {
  const found = flag.path.reduce<unknown>((at, word) => (isObject(at) ? at[word] : undefined), value);
  if (found === undefined) return null;
  const isTold = flags.some(
    (other) => other.path.length > flag.path.length && flag.path.every((word, index) => other.path[index] === word),
  );
  if (!isTold || !isObject(found)) return found as Value;
  return flag.textMeans === null ? null : (found[flag.textMeans.other] as Value);
}

function lineOf(words: readonly string[], given: readonly (readonly [Flag, Value | null])[]): string {
  const flags = given.flatMap(([flag, value]) => (value === null ? [] : textsOf(flag, value).map((text) => `${flag.flag}${text}`)));
  return ["rostrum", ...words, ...flags].join(" ");
}

/** A flag's value as typed; for a list, one text per use of the flag. */
function textsOf(flag: Flag, value: Value): string[] {
  if (flag.form === "switch" || flag.form === "stdin" || (flag.form === "boolean" && value === true)) return [""];
  if (flag.list?.commas && Array.isArray(value)) return [` ${quoted(value.join(","))}`];
  if (flag.form === "list" && Array.isArray(value)) return value.map((each) => ` ${quoted(String(each))}`);
  if (flag.form === "items" && Array.isArray(value)) return value.map((each) => ` ${quoted(itemText(flag, each))}`);
  return [` ${quoted(typeof value === "object" ? JSON.stringify(value) : String(value))}`];
}

function itemText({ textMeans }: Flag, item: Value): string {
  const names = isObject(item) ? Object.keys(item) : [];
  const text = isObject(item) && names.length === 1 && (names[0] === textMeans?.address || names[0] === textMeans?.other);
  return text ? String(Object.values(item)[0]) : JSON.stringify(item);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
