import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/** Commands that a document shows in a block of their own. */
export interface Block {
  /** Relative to the root. */
  readonly page: string;
  /** The line on which the block begins, from 1. */
  readonly line: number;
  readonly text: string;
}

/** A `rostrum …` that stands in a document, in a block or within a sentence. */
export interface Mention {
  readonly page: string;
  readonly line: number;
  readonly command: string;
}

/** Every document of the repository that people read, in the order of their paths. */
export function documents(): string[] {
  const paths = globSync(["*.md", "docs/**/*.md", "n8n-nodes-*/*.md"], {
    cwd: ROOT,
    exclude: (path) => path.endsWith("node_modules"),
  });
  return paths.filter((path) => path !== "CHANGELOG.md").sort();
}

/** The blocks of a document that are marked as `sh`. */
export function blocksOf(page: string): Block[] {
  const blocks: { page: string; line: number; lines: string[] }[] = [];
  let open: { language: string; indent: string; lines: string[]; line: number } | null = null;
  for (const [index, line] of readFileSync(join(ROOT, page), "utf8").split("\n").entries()) {
    const [, indent = "", language = ""] = /^(\s*)```(\w*)/.exec(line) ?? [];
    if (!/^\s*```/.test(line)) open?.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    else if (open === null) open = { language, indent, lines: [], line: index + 1 };
    else {
      if (open.language === "sh") blocks.push({ page, line: open.line, lines: open.lines });
      open = null;
    }
  }
  if (open !== null) throw new Error(`${page}: the block of line ${open.line} has no end`);
  return blocks.map(({ lines, ...block }) => ({ ...block, text: lines.join("\n") }));
}

/** Every call of `rostrum` in a document, whole: in its blocks, and where code within a sentence is one. */
export function mentionsOf(page: string): Mention[] {
  const inBlocks = blocksOf(page).flatMap(({ line, text }) => callsIn(text).map((command) => ({ page, line, command })));
  // Without what is in blocks, but with its lines: so that lines have their numbers.
  const outside = readFileSync(join(ROOT, page), "utf8").replace(/```[\s\S]*?```/g, (block) => block.replace(/[^\n]/g, ""));
  const inSentences = [...outside.matchAll(/`((?:npx )?rostrum (?!<)[^`]+)`/g)].map(({ 1: command = "", index }) => ({
    page,
    line: outside.slice(0, index).split("\n").length,
    command: command.replace(/\s*[<|>].*/s, "").replace(/\s+/g, " "),
  }));
  return [...inBlocks, ...inSentences];
}

/** The calls of `rostrum` among the commands of a block, without what is around them in a pipe. */
function callsIn(text: string): string[] {
  return text
    .replace(/\\\n\s*/g, " ")
    .split("\n")
    .flatMap((line) => CALL.exec(line)?.[1]?.trim() ?? []);
}

/** A line's call of the program: alone, after settings, `npx`, or a program that runs it; up to a pipe, a redirection, or a comment. */
const CALL = /(?:^(?:\w+=\S+ +)*(?:npx )?|[|&] (?:npx )?|= npx |\/bin\/|exec [\w-]+ )(rostrum (?:[a-z]|--)[^|<>#]*)/;
