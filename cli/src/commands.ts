import { columnsOf, type Flag, flagsOf, type Value } from "@rostrum/contract/flags.ts";
import { type Operation, snakeCase } from "@rostrum/contract/operation.ts";
import { type Command, InvalidArgumentError, Option } from "commander";
import { print } from "./print.ts";
import { readFlag, readText } from "./read.ts";
import { type Request, send } from "./send.ts";

export interface Caller {
  /** Where the operations' paths begin. */
  readonly base: string;
  token(): Promise<string>;
}

/** Adds the command of one operation: words, flags, request and output all come from its row of the table. */
export function addOperation(parent: Command, row: Operation, caller: Caller): void {
  const flags = flagsOf(row);
  const command = commandAt(parent, (row.command ?? "").split(" "))
    .description(row.summary)
    .allowExcessArguments(false);
  for (const flag of flags) command.addOption(optionOf(flag));
  command.option("--json", "print one JSON value");
  command.action(async (options: Readonly<Record<string, unknown>>) => {
    const values = await valuesOf(flags, options);
    const reply = await send(requestOf(row, values, { base: caller.base, token: await caller.token() }));
    print(reply, { json: options.json === true, columns: columnsOf(row) });
  });
}

/** `keys create` is `create` below `keys`; a single word stands below the parent itself. */
function commandAt(parent: Command, words: readonly string[]): Command {
  const [word = "", ...rest] = words;
  if (rest.length === 0) return parent.command(word);
  const group = parent.commands.find((command) => command.name() === word) ?? parent.command(word).description(`Commands for ${word}.`);
  return commandAt(group, rest);
}

const PLACEHOLDERS: Readonly<Partial<Record<Flag["form"], string>>> = {
  number: " <n>",
  path: " <file>",
  "json-file": " <file.json>",
  switch: "",
  stdin: "",
};

/** More choices than this stand in the description: the column of the flags stays narrow. */
const CHOICES_BESIDE_FLAG_MAX = 3;

function optionOf(flag: Flag): Option {
  const choices = flag.choices ?? [];
  const beside = choices.length > 0 && choices.length <= CHOICES_BESIDE_FLAG_MAX ? choices.join("|") : "text";
  const description = choices.length > CHOICES_BESIDE_FLAG_MAX ? `${flag.description} One of: ${choices.join(", ")}.` : flag.description;
  const option = new Option(`${flag.flag}${PLACEHOLDERS[flag.form] ?? ` <${beside}>`}`, description);
  option.makeOptionMandatory(flag.required);
  // Commander names the option after its flag; `--password-stdin` is the field `password`.
  option.attributeName = () => flag.name;
  if (flag.form === "switch" || flag.form === "stdin") return option;
  return option.argParser((text: string) => {
    const problem = readText(flag, text);
    if (problem !== null) throw new InvalidArgumentError(problem);
    return text;
  });
}

type Values = ReadonlyMap<Flag, Value>;

async function valuesOf(flags: readonly Flag[], options: Readonly<Record<string, unknown>>): Promise<Values> {
  const values = new Map<Flag, Value>();
  for (const flag of flags) {
    const given = options[flag.name];
    if (given !== undefined) values.set(flag, await readFlag(flag, String(given)));
  }
  return values;
}

function requestOf(row: Operation, values: Values, target: { readonly base: string; readonly token: string }): Request {
  const part = (wanted: Flag["part"]) =>
    [...values].filter(([flag]) => flag.part === wanted).map(([flag, value]) => [flag.name, value] as const);
  const params = new Map(part("params").map(([name, value]) => [snakeCase(name), String(value)]));
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params.get(name) ?? ""));
  const query = new URLSearchParams(part("query").map(([name, value]) => [snakeCase(name), String(value)]));
  const url = `${target.base}${path}${query.size > 0 ? `?${query}` : ""}`;
  return { method: row.method, url, token: target.token, body: row.body === undefined ? undefined : Object.fromEntries(part("body")) };
}
