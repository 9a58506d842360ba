import type { CompletionPoint, FlagFacts } from "./tree.ts";

export function zshScript(name: string, places: readonly CompletionPoint[]): string {
  return `#compdef ${name}
# zsh completion of ${name}: put this into a file _${name} in one of the folders of $fpath.
_${name}() {
  local at= prev=$words[CURRENT-1] i
  local -a next flags
  for ((i = 2; i < CURRENT; i++)); do
    [[ $words[i] == -* ]] && break
    at="$at\${at:+ }$words[i]"
  done
  case "$at" in
${places.map(placeCase).join("\n")}
  esac
  (( $#next )) && _describe command next
  _describe -o flag flags
}
if [[ $funcstack[1] == _${name} ]]; then
  _${name} "$@"
else
  compdef _${name} ${name}
fi
`;
}

function placeCase({ words, next, flags }: CompletionPoint): string {
  return `    '${words.join(" ")}')
${valueCases(flags)}      next=(${next.map(({ word, about }) => described(word, about)).join(" ")})
      flags=(${flags.map(({ flag, about }) => described(flag, about)).join(" ")})
      ;;`;
}

function valueCases(flags: readonly FlagFacts[]): string {
  const lines = [
    ...flags
      .filter(({ takes }) => takes === "choice")
      .map(({ flag, choices }) => `        ${flag}) compadd -- ${choices.map(quoted).join(" ")}; return ;;`),
    ...caseOf(flags, "file", "_files; return"),
    ...caseOf(flags, "text", "return"),
  ];
  return lines.length === 0 ? "" : `      case "$prev" in\n${lines.join("\n")}\n      esac\n`;
}

function caseOf(flags: readonly FlagFacts[], takes: FlagFacts["takes"], then: string): string[] {
  const of = flags.filter((flag) => flag.takes === takes).map(({ flag }) => flag);
  return of.length === 0 ? [] : [`        ${of.join("|")}) ${then} ;;`];
}

/** The word and its description, separated by the first colon. */
function described(word: string, about: string): string {
  return quoted(about === "" ? word : `${word}:${about}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
