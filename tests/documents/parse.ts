import type { Command } from "commander";
import { buildProgram } from "../../cli/src/program.ts";

/** Words that stand for a value in documents: `FILE`, `ID`, `all|api|worker`, `…`. Flags take anything in their place. */
const PLACEHOLDER = /^(?:[A-Z][A-Z_]*|\.{3}|…|[a-z]+(?:\|[a-z]+)+|<\w+>)$/;

const program = buildProgram({});

/**
 * Why the command line does not know a command that a document names; null if it does: its words, its flags, and every value that is
 * not a placeholder. What stands in brackets may be left out, so it is looked at like the rest.
 */
export function problemOf(command: string): string | null {
  const [, ...words] = wordsOf(command.replace(/^npx /, "").replace(/[[\]]/g, ""));
  let at: Command = program;
  for (;;) {
    const next = at.commands.find((one) => one.name() === words[0]);
    if (next === undefined) break;
    at = next;
    words.shift();
  }
  while (words.length > 0) {
    const word = words.shift() ?? "";
    const problem = word.startsWith("-") ? problemOfFlag(at, word, words) : problemOfWord(at, word);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfWord(at: Command, word: string): string | null {
  const takesWords = at.registeredArguments.length > 0 || (at.commands.length === 0 && PLACEHOLDER.test(word));
  return takesWords ? null : `${pathOf(at)} has no ${word}`;
}

/** Takes the flag's value from the words that follow, if it has one. A flag alone, at the end, is only named. */
function problemOfFlag(at: Command, word: string, following: string[]): string | null {
  const [flag = "", beside] = word.split("=", 2);
  if (["--help", "-h"].includes(flag)) return null;
  const option = [at, ...parentsOf(at)].flatMap(({ options }) => options).find(({ long, short }) => long === flag || short === flag);
  if (option === undefined) return `${pathOf(at)} has no ${flag}`;
  const next = beside ?? following[0];
  if (option.isBoolean() || next === undefined) return null;
  if (beside === undefined && next.startsWith("--")) return option.required ? `${flag} has no value` : null;
  const value = beside ?? following.shift() ?? "";
  if (PLACEHOLDER.test(value)) return null;
  try {
    option.parseArg?.(value, undefined);
    return null;
  } catch (error) {
    return `${flag} ${value}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function parentsOf(command: Command): Command[] {
  return command.parent === null ? [] : [command.parent, ...parentsOf(command.parent)];
}

function pathOf(command: Command): string {
  return [command, ...parentsOf(command)]
    .map((one) => one.name())
    .reverse()
    .join(" ");
}

/** The words of a command as a shell would split it, for the quotes that documents use. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? "");
}
