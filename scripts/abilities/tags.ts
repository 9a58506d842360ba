import { type Ability, isAbility, isNetwork, type Network } from "./words.ts";

/** A test, as a reader finds it. */
export interface ShowingTest {
  readonly file: string;
  /** Its name; `…` stands for what differs between the cases of one test. */
  readonly name: string;
}

export interface Shown {
  readonly network: Network;
  readonly ability: Ability;
  readonly test: ShowingTest;
}

export interface Tags {
  readonly shown: readonly Shown[];
  /** A sentence for each tag that cannot be used, with its place. */
  readonly mistakes: readonly string[];
}

const TAG = /^\s*\/\/ Shows ([^:]+): (.+)$/;
/** In test files comments that begin like a tag are reserved: a tag with a slip must not pass for a remark. */
const LIKE_A_TAG = /^\s*\/\/\s*shows?\b/i;
const TEST = /^\s*test\((["'`])((?:\\.|(?!\1).)+)\1,(.*)$/;

/**
 * What the tests of a file show, by the tags above them: `// Shows Threads: poll, first comment`. A test may have several, one
 * below the other, for several networks. Relies on the formatter, which keeps a test's name on the line of `test(`.
 */
export function readTags(file: string, source: string): Tags {
  const shown: Shown[] = [];
  const mistakes: string[] = [];
  const lines = source.split("\n");
  for (const [index, line] of lines.entries()) {
    if (!(isTestFile(file) ? LIKE_A_TAG : TAG).test(line)) continue;
    const place = `${file}:${index + 1}`;
    const tag = readTag(line);
    const name = isTestFile(file) ? nameBelow(lines.slice(index + 1)) : { mistake: "only tests can show something." };
    if ("mistake" in tag) mistakes.push(`${place}: ${tag.mistake}`);
    else if ("mistake" in name) mistakes.push(`${place}: ${name.mistake}`);
    else shown.push(...tag.abilities.map((ability) => ({ network: tag.network, ability, test: { file, name: name.name } })));
  }
  return { shown, mistakes };
}

interface Mistake {
  readonly mistake: string;
}

function readTag(line: string): { readonly network: Network; readonly abilities: readonly Ability[] } | Mistake {
  const [, network, list] = TAG.exec(line) ?? [];
  if (network === undefined || list === undefined) return { mistake: 'a tag reads "// Shows <network>: <ability>, <ability>".' };
  if (!isNetwork(network)) return { mistake: `"${network}" is no network that can be connected.` };
  const names = list.split(", ");
  const abilities = names.filter(isAbility);
  const unknown = names.find((name) => !isAbility(name));
  if (unknown !== undefined) return { mistake: `"${unknown}" is none of the abilities in scripts/abilities/words.ts.` };
  if (new Set(names).size < names.length) return { mistake: "an ability is named twice." };
  return { network, abilities };
}

function nameBelow(lines: readonly string[]): { readonly name: string } | Mistake {
  const below = lines.find((line) => !TAG.test(line)) ?? "";
  const [, quote, name, rest] = TEST.exec(below) ?? [];
  if (name === undefined || rest === undefined) return { mistake: "a tag stands directly above a test." };
  if (/\bskip\b/.test(rest)) return { mistake: "a test that may be left out shows nothing." };
  const plain = quote === "`" ? name.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "…") : name;
  return { name: plain.replace(/\\(.)/g, "$1") };
}

function isTestFile(file: string): boolean {
  return file.endsWith(".test.ts");
}
