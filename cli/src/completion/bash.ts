import type { CompletionPoint, FlagFacts } from "./tree.ts";

/** For bash 3.2 and newer: macOS has no other, and there `source` reads nothing from a process substitution. */
export function bashScript(name: string, places: readonly CompletionPoint[]): string {
  return `# bash completion of ${name}. To load it: eval "$(${name} completion bash)"
_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at= next= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} == -* ]] && break
    at="$at\${at:+ }\${COMP_WORDS[i]}"
  done
  case "$at" in
${places.map(placeCase).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$next" -- "$cur"))
}
complete -F _${name} ${name}
`;
}

function placeCase({ words, next, flags }: CompletionPoint): string {
  const all = [...next.map(({ word }) => word), ...flags.map(({ flag }) => flag)];
  return `    '${words.join(" ")}')
      next='${all.join(" ")}'
${valueCases(flags)}      ;;`;
}

/** Completions after a flag that takes a value. */
function valueCases(flags: readonly FlagFacts[]): string {
  const lines = [
    ...flags.filter(({ takes }) => takes === "choice").map(({ flag, choices }) => `        ${flag}) ${chosen(choices)} ;;`),
    ...caseOf(flags, "file", `local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$cur")); compopt -o filenames 2> /dev/null; return`),
    ...caseOf(flags, "text", "return"),
  ];
  return lines.length === 0 ? "" : `      case "$prev" in\n${lines.join("\n")}\n      esac\n`;
}

/** Choices may contain spaces. */
function chosen(choices: readonly string[]): string {
  if (choices.every((choice) => !choice.includes(" "))) return `next='${choices.join(" ")}'`;
  const words = choices.join("\\n");
  return `local IFS=$'\\n'; COMPREPLY=($(compgen -W $'${words}' -- "$cur")); COMPREPLY=("\${COMPREPLY[@]// /\\\\ }"); return`;
}

function caseOf(flags: readonly FlagFacts[], takes: FlagFacts["takes"], then: string): string[] {
  const of = flags.filter((flag) => flag.takes === takes).map(({ flag }) => flag);
  return of.length === 0 ? [] : [`        ${of.join("|")}) ${then} ;;`];
}
