import type { CommandRow, Variant } from "@rostrum/contract/commands.ts";
import type { Flag, Value } from "@rostrum/contract/flags.ts";
import { Failure, USAGE } from "./failure.ts";
import type { Given } from "./given.ts";
import { readFlag, readPayload } from "./read.ts";

/** The fields of an operation's path, query and body, flat as its client takes them. */
export type Input = Readonly<Record<string, Value>>;

export interface Call {
  readonly operation: string;
  readonly input: Input;
}

/** The operation that the flags select, and its input; a `Failure` if flags are missing. */
export async function callOf(row: CommandRow, given: Given): Promise<Call> {
  const flags = row.flags.filter((flag) => given[flag.name] !== undefined);
  const variant = variantOf(row, flags);
  if (given.payload === "-" && flags.some((flag) => flag.form === "stdin")) {
    throw new Failure(USAGE, "error: the payload and the secret cannot both come from standard input");
  }
  const payload = given.payload === undefined ? {} : await readPayload(given.payload);
  assertWhole({ row, variant, flags, payload });
  let input: Input = payload;
  for (const flag of flags) input = placed(input, flag.path, await readFlag(flag, given[flag.name]));
  return { operation: variant.operation, input };
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
