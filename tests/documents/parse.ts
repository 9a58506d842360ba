import type { Command } from "commander";
import { buildProgram } from "../../cli/src/program.ts";

/** Words that stand for a value in documents: `FILE`, `ID`, `all|api|worker`, `…`. Flags take anything in their place. */
const PLACEHOLDER = /^(?:[A-Z][A-Z_]*|\.{3}|…|[a-z]+(?:\|[a-z]+)+|<\w+>)$/;

/**
 * Why the command line does not know a command that a document names; null if it does: its words, its flags, and every value that is
 * not a placeholder. What stands in brackets may be left out, so it is looked at like the rest.
 */
export function problemOf(command: string): string | null {
  const [, ...words] = wordsOf(command.replace(/^npx /, "").replace(/[[\]]/g, ""));
  let at: Command = buildProgram({});
  while (words.length > 0) {
    const next = at.commands.find((one) => one.name() === words[0] || one.aliases().includes(words[0] ?? ""));
    if (next === undefined) break;
    at = next;
    words.shift();
  }
  const isWhole = at.commands.length === 0;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (!word.startsWith("-")) {
      if (isWhole && (at.registeredArguments.length > 0 || PLACEHOLDER.test(word))) continue;
      // A group alone, such as `rostrum admin`, or the noun of its commands.
      return `${pathOf(at)} has no ${word}`;
    }
    const [flag = "", beside] = word.split("=", 2);
    const known = [at, ...parentsOf(at)].flatMap(({ options }) => options).find(({ long, short }) => long === flag || short === flag);
    if (known === undefined && !["--help", "-h", "--version"].includes(flag)) return `${pathOf(at)} has no ${flag}`;
    if (known === undefined || known.isBoolean()) continue;
    const value = beside ?? words[index + 1];
    const isGiven = value !== undefined && (beside !== undefined || !value.startsWith("--"));
    if (!isGiven) {
      if (known.required && isWhole && command.includes(" --") && index < words.length - 1) return `${flag} has no value`;
      continue;
    }
    if (beside === undefined) index += 1;
    if (PLACEHOLDER.test(value)) continue;
    try {
      known.parseArg?.(value, undefined);
    } catch (error) {
      return `${flag} ${value}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return null;
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
