import type { CommandRow, Variant } from "@rostrum/contract/commands.ts";
import type { Flag, Value } from "@rostrum/contract/flags.ts";
import { Failure, USAGE } from "./failure.ts";
import type { Given } from "./given.ts";
import { readFlag, readPayload, readsStdin } from "./read.ts";

/** The fields of an operation's path, query and body, flat as its client takes them. */
export type Input = Readonly<Record<string, Value>>;

export interface Call {
  readonly operation: string;
  readonly input: Input;
}

/** The operation that the flags select, and its input; a `Failure` if flags are missing. */
export async function callOf(row: CommandRow, given: Given): Promise<Call> {
  assertOneReader(row, given);
  const payload = given.payload === undefined ? {} : await readPayload(given.payload);
  const [call] = await callsOf(row, given, [payload]);
  if (call === undefined) throw new Error("no call for a payload");
  return call;
}

/** The same for several bodies: the flags override fields in each of them, and what they refer to is read once. */
export async function callsOf(row: CommandRow, given: Given, payloads: readonly Input[]): Promise<Call[]> {
  const flags = row.flags.filter((flag) => given[flag.name] !== undefined);
  const variant = variantOf(row, flags);
  for (const payload of payloads) assertWhole({ row, variant, flags, payload });
  const values = new Map<Flag, Value>();
  for (const flag of flags) values.set(flag, await readFlag(flag, given[flag.name]));
  return payloads.map((payload) => {
    let input: Input = payload;
    for (const [flag, value] of values) input = placed(input, flag.path, value);
    return { operation: variant.operation, input };
  });
}

/** Standard input can be read once: a `Failure` if several flags ask for it. */
export function assertOneReader(row: CommandRow, given: Given): void {
  const readers = row.flags.filter((flag) => given[flag.name] !== undefined && readsStdin(flag, given[flag.name]));
  const payloads = [given.payload, given.payloadLines].filter((path) => path === "-");
  if (readers.length + payloads.length <= 1) return;
  const what = readers[0]?.form === "stdin" ? "the secret" : "the caption";
  throw new Failure(USAGE, `error: the payload and ${what} cannot both come from standard input`);
}

/** The first variant that accepts all flags and lacks none except body fields; else the last, which requires the fewest. */
function variantOf(row: CommandRow, flags: readonly Flag[]): Variant {
  const fits = (variant: Variant) =>
    flags.every((flag) => variant.flags.includes(flag.name)) && variant.required.every((name) => flags.some((flag) => flag.name === name));
  const found = row.variants.find(fits) ?? row.variants.at(-1);
  if (found === undefined) throw new Error(`${row.words.join(" ")} has no operation`);
  return found;
}

/** Reports all missing flags at once. Fields in the payload are not missing. */
function assertWhole(it: { row: CommandRow; variant: Variant; flags: readonly Flag[]; payload: Input }): void {
  const missing = it.row.flags.filter(
    (flag) =>
      it.variant.required.includes(flag.name) &&
      !it.flags.includes(flag) &&
      !(flag.part === "body" && (flag.path[0] ?? flag.name) in it.payload),
  );
  if (missing.length === 0) return;
  const [s, names] = [missing.length > 1 ? "s" : "", missing.map(({ flag }) => flag).join(", ")];
  throw new Failure(USAGE, `error: required option${s} ${names} not specified\n\nAdd --help for usage.`);
}

/** The input with a value set at a path; missing objects along it are created. */
function placed(input: Input, [name = "", ...rest]: readonly string[], value: Value): Input {
  if (rest.length === 0) return { ...input, [name]: value };
  const inside = input[name];
  return { ...input, [name]: placed(isObject(inside) ? inside : {}, rest, value) };
}

function isObject(value: Value | undefined): value is Input {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
