import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The files in `changes/`: `NAME.KIND.md`, each with one change that users notice, as a paragraph. */

export const KINDS = ["breaking", "security", "added", "changed", "deprecated", "fixed"] as const;
export type Kind = (typeof KINDS)[number];

export interface Change {
  /** Below the root. */
  readonly path: string;
  readonly kind: Kind;
  /** On one line. */
  readonly text: string;
}

const FOLDER = "changes";
/** Says how the folder is used. */
const PAGE = "README.md";
const TEXT_LENGTH_MAX = 600;

/** The changes since the last release by their names, and a sentence for each file that is not one. */
export async function readChanges(root: string): Promise<{ readonly changes: readonly Change[]; readonly faults: readonly string[] }> {
  const names = (await readdir(join(root, FOLDER))).filter((name) => name !== PAGE).sort();
  const read = await Promise.all(names.map(async (name) => readChange(name, await readFile(join(root, FOLDER, name), "utf8"))));
  return {
    changes: read.filter((each) => typeof each === "object"),
    faults: read.filter((each) => typeof each === "string"),
  };
}

/** A change, or what is wrong with its file. */
export function readChange(name: string, content: string): Change | string {
  const path = `${FOLDER}/${name}`;
  const kind = KINDS.find((each) => name.endsWith(`.${each}.md`));
  if (kind === undefined || !/^[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z]+\.md$/.test(name)) {
    return `${path}: the name must be words-of-your-choice.KIND.md, with one of the kinds ${KINDS.join(", ")}.`;
  }
  const text = content.trim();
  if (text === "") return `${path} is empty: write what users notice, in a sentence or two.`;
  if (/\n\s*\n|^\s*(?:[#>|-]|\d+\.)/m.test(text)) return `${path}: write one paragraph, without lists and headings.`;
  if (!/^[\p{Lu}`]/u.test(text) || !/[.!]$/.test(text)) return `${path}: write sentences, with a capital and a full stop.`;
  if (text.length > TEXT_LENGTH_MAX) return `${path} has ${text.length} characters; the changelog has room for ${TEXT_LENGTH_MAX}.`;
  return { path, kind, text: text.replaceAll(/\s*\n\s*/g, " ") };
}
