import type { CompletionPoint, FlagFacts } from "./tree.ts";

export function fishScript(name: string, places: readonly CompletionPoint[]): string {
  return `# fish completion of ${name}. To load it: ${name} completion fish | source
function __${name}_at
  set -l at
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and break
    set -a at $word
  end
  test "$at" = "$argv"
end
complete -c ${name} -f
${places.flatMap((place) => placeLines(name, place)).join("\n")}
`;
}

function placeLines(name: string, { words, next, flags }: CompletionPoint): string[] {
  const start = `complete -c ${name} -n '__${name}_at${words.map((word) => ` ${word}`).join("")}'`;
  return [
    ...next.map(({ word, about }) => `${start} -a ${word}${described(about)}`),
    ...flags.map((flag) => `${start} -l ${flag.flag.slice(2)}${value(flag)}${described(flag.about)}`),
  ];
}

function value({ takes, choices }: FlagFacts): string {
  if (takes === "choice") return ` -x -a ${quoted(choices.map((choice) => choice.replaceAll(" ", "\\ ")).join(" "))}`;
  if (takes === "file") return " -r -F";
  return takes === "text" ? " -x" : "";
}

function described(about: string): string {
  return about === "" ? "" : ` -d ${quoted(about)}`;
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
