import type { CommandRow } from "@rostrum/contract/commands.ts";
import { parseFlag } from "@rostrum/contract/flag-text.ts";
import type { Flag } from "@rostrum/contract/flags.ts";
import { type Command, InvalidArgumentError, Option } from "commander";
import { takesDash } from "./dash.ts";
import type { Environment } from "./folders.ts";
import type { Given } from "./given.ts";
import { whyWrong } from "./why.ts";

/** Adds a command from the table: words, flags and help come from its row; running it loads `execute.ts`. */
export function addCommand(program: Command, row: CommandRow, environment: Environment): void {
  const command = commandAt(program, row.words)
    .summary(row.summary)
    .description(descriptionOf(row))
    .usage(usageOf(row))
    .allowExcessArguments(false);
  for (const flag of row.flags) command.addOption(optionOf(flag));
  for (const option of commonOptions(row)) command.addOption(option.helpGroup("Common options:"));
  if (row.examples.length > 0) command.addHelpText("after", () => examplesText(row));
  command.action(async (options: Given) => {
    // Imported lazily: help, completion and usage errors do not need the table, whose schemas take a while to build.
    const { execute } = await import("./execute.ts");
    await execute(row, { ...program.opts(), ...options }, environment);
  });
}

/**
 * `keys create` becomes `create` under `keys`; a single word goes directly under the parent.
 */
export function commandAt(parent: Command, words: readonly string[]): Command {
  const [word = "", ...rest] = words;
  if (rest.length === 0) return parent.command(word);
  const group = parent.commands.find((command) => command.name() === word) ?? parent.command(word).description(`Commands for ${word}.`);
  return commandAt(group, rest);
}

function descriptionOf(row: CommandRow): string {
  return row.description === "" ? `${row.summary}.` : `${row.summary}.\n\n${row.description}`;
}

function usageOf(row: CommandRow): string {
  const needed = row.flags.filter((flag) => flag.required).map((flag) => `${flag.flag}${placeholderOf(flag)}`);
  return [...needed, "[options]"].join(" ");
}

const PLACEHOLDERS: Readonly<Partial<Record<Flag["form"], string>>> = {
  number: " <n>",
  path: " <file>",
  "json-file": " <file.json>",
  items: " <item>",
  json: " <json>",
  pairs: " <name=value>",
};

/** More choices than this go into the description, to keep the flag column narrow. */
const CHOICES_BESIDE_FLAG_MAX = 4;

function placeholderOf(flag: Flag): string {
  const choices = flag.choices ?? [];
  if (flag.form === "switch" || flag.form === "stdin") return "";
  if (flag.form === "boolean") return ` [${choices.join("|")}]`;
  if (flag.textMeans !== null && flag.form === "json") return " <text>";
  const beside =
    choices.length > 0 && choices.length <= CHOICES_BESIDE_FLAG_MAX ? ` <${choices.join("|")}>` : (PLACEHOLDERS[flag.form] ?? " <text>");
  return beside;
}

function optionOf(flag: Flag): Option {
  const option = new Option(`${flag.flag}${placeholderOf(flag)}`, explain(flag));
  if (flag.path.length > 1 || flag.form === "json")
    option.helpGroup(`${flag.path[0]?.replace(/^./, (letter) => letter.toUpperCase())} options:`);
  // Commander names options after their flags; `--password-stdin` is the field `password`.
  option.attributeName = () => flag.name;
  if (flag.form === "switch" || flag.form === "stdin") return option;
  return option.argParser((text: string, before: string[] | undefined) => {
    if (flag.form !== "json-file" && parseFlag(flag, text) === null) throw new InvalidArgumentError(whyWrong(flag));
    return [...(before ?? []), text];
  });
}

/** Whether many can be made with one command. */
function takesLines({ words }: CommandRow): boolean {
  return words.join(" ") === "posts create";
}

function explain(flag: Flag): string {
  const choices = flag.choices ?? [];
  const many = choices.length > CHOICES_BESIDE_FLAG_MAX ? ` One of: ${choices.join(", ")}.` : "";
  const repeated =
    flag.form === "list" || flag.form === "items" || flag.form === "pairs"
      ? ` May be repeated${flag.list?.commas ? ", or separated by commas" : ""}.`
      : "";
  const piped = takesDash(flag) ? " With - it is read from standard input." : "";
  return `${flag.description}${many}${repeated}${piped}`.trim();
}

function commonOptions(row: CommandRow): Option[] {
  return [
    ...(row.hasBody
      ? [new Option("--payload <file.json>", "the request body as JSON, or - for standard input; flags override its fields")]
      : []),
    ...(takesLines(row)
      ? [new Option("--payload-lines <file.jsonl>", "one body as JSON on each line, or - for standard input; one result line for each")]
      : []),
    ...(row.paginated ? [new Option("--all", "fetch every page")] : []),
    ...(row.mutates ? [new Option("--dry-run", "print the request without sending it")] : []),
    new Option("--json", "print one JSON value"),
    new Option("--url <address>", "URL of the service (default: ROSTRUM_URL, else http://127.0.0.1:4000)"),
  ];
}

function examplesText({ examples }: CommandRow): string {
  const lines = examples.map(({ about, line }) => `${about === "" ? "" : `  # ${about}\n`}  ${line}`);
  return `\nExamples:\n${lines.join("\n")}\n`;
}
