import type { CommandRow, Variant } from "@rostrum/contract/commands.ts";
import type { Flag, Value } from "@rostrum/contract/flags.ts";
import { Failure, USAGE } from "./failure.ts";
import type { Given } from "./given.ts";
import { readFlag, readPayload } from "./read.ts";

/** The fields of path, query and body of an operation side by side, as its client takes them. */
export type Input = Readonly<Record<string, Value>>;

export interface Call {
  readonly operation: string;
  readonly input: Input;
}

/** Which operation the flags mean and what it is given; a `Failure` when flags are missing. */
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

/** The first that takes all flags and lacks none but those of the body, else the last: it is the one that needs least. */
function variantOf(row: CommandRow, flags: readonly Flag[]): Variant {
  const fits = (variant: Variant) =>
    flags.every((flag) => variant.flags.includes(flag.name)) && variant.required.every((name) => flags.some((flag) => flag.name === name));
  const found = row.variants.find(fits) ?? row.variants.at(-1);
  if (found === undefined) throw new Error(`${row.words.join(" ")} stands for no operation`);
  return found;
}

/** All that is missing at once. What the payload has is not missing. */
function assertWhole(it: { row: CommandRow; variant: Variant; flags: readonly Flag[]; payload: Input }): void {
  const missing = it.row.flags.filter(
    (flag) => it.variant.required.includes(flag.name) && !it.flags.includes(flag) && !(flag.part === "body" && flag.name in it.payload),
  );
  if (missing.length === 0) return;
  const [s, names] = [missing.length > 1 ? "s" : "", missing.map(({ flag }) => flag).join(", ")];
  throw new Failure(USAGE, `error: required option${s} ${names} not specified\n\nAdd --help to see what the command takes.`);
}

/** The input with a value at a path; the objects on the way are made where they are missing. */
function placed(input: Input, [name = "", ...rest]: readonly string[], value: Value): Input {
  if (rest.length === 0) return { ...input, [name]: value };
  const inside = input[name];
  return { ...input, [name]: placed(isObject(inside) ? inside : {}, rest, value) };
}

function isObject(value: Value | undefined): value is Input {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
