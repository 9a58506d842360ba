import type { Flag } from "@rostrum/contract/flags.ts";
import type { Command, Option } from "commander";
import { commandRows } from "../rows.ts";

/** A place in the command line: what may come after these words. */
export interface CompletionPoint {
  /** `["posts", "create"]`; the program itself has none. */
  readonly words: readonly string[];
  readonly next: readonly { readonly word: string; readonly about: string }[];
  readonly flags: readonly FlagFacts[];
}

export interface FlagFacts {
  /** `--publish-mode`. */
  readonly flag: string;
  readonly about: string;
  readonly takes: "nothing" | "choice" | "file" | "text";
  readonly choices: readonly string[];
}

/** Every place of the program, the outermost first. */
export function placesOf(program: Command): CompletionPoint[] {
  return placesBelow(program, []);
}

function placesBelow(command: Command, words: readonly string[]): CompletionPoint[] {
  const known = new Map(commandRows.find((row) => row.words.join(" ") === words.join(" "))?.flags.map((flag) => [flag.flag, flag]));
  const own: CompletionPoint = {
    words,
    next: nextOf(command),
    flags: [...command.options.map((option) => factsOf(option, known.get(option.long ?? ""))), HELP],
  };
  return [own, ...command.commands.flatMap((inner) => placesBelow(inner, [...words, inner.name()]))];
}

const HELP: FlagFacts = { flag: "--help", about: "show help", takes: "nothing", choices: [] };

function nextOf(command: Command): CompletionPoint["next"] {
  const inner = command.commands.map((each) => ({ word: each.name(), about: sentence(each.summary() || each.description()) }));
  const choices = command.registeredArguments.flatMap((argument) => argument.argChoices ?? []);
  return [...inner, ...choices.map((word) => ({ word, about: "" }))];
}

function factsOf(option: Option, flag: Flag | undefined): FlagFacts {
  const choices = flag?.choices ?? option.argChoices ?? [];
  return { flag: option.long ?? "", about: sentence(option.description), takes: takes(option, choices), choices };
}

function takes(option: Option, choices: readonly string[]): FlagFacts["takes"] {
  // A flag with an optional value is not completed further: the next word is usually another flag.
  if (!option.required) return "nothing";
  if (choices.length > 0) return "choice";
  return option.flags.includes("<file") ? "file" : "text";
}

/** The first sentence, on one line. */
function sentence(text: string): string {
  return (
    text
      .split(/(?<=\.)\s/)[0]
      ?.replace(/\s+/g, " ")
      .replace(/\.$/, "") ?? ""
  );
}
