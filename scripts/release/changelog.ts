import { type Change, KINDS, type Kind } from "./changes.ts";

const HEADINGS: Readonly<Record<Kind, string>> = {
  breaking: "Breaking",
  security: "Security",
  added: "Added",
  changed: "Changed",
  deprecated: "Deprecated",
  fixed: "Fixed",
};
const TITLE = "# Changes\n\n";
const LINE_WIDTH = 140;

/** The changelog with a section for a new version on top. */
export function withSection(
  changelog: string,
  section: { readonly version: string; readonly day: string; readonly changes: readonly Change[] },
) {
  if (!changelog.startsWith(TITLE)) throw new Error("CHANGELOG.md does not begin with its title");
  return `${TITLE}${sectionText(section)}\n${changelog.slice(TITLE.length)}`;
}

/** The version of the newest section. */
export function newestIn(changelog: string): string | null {
  return /^## (\d+\.\d+\.\d+)\b/m.exec(changelog)?.[1] ?? null;
}

function sectionText({ version, day, changes }: { version: string; day: string; changes: readonly Change[] }): string {
  const parts = KINDS.map((kind) => ({ kind, own: changes.filter((change) => change.kind === kind) })).filter(({ own }) => own.length > 0);
  const texts = parts.map(({ kind, own }) => `### ${HEADINGS[kind]}\n\n${own.map(({ text }) => item(fromRoot(text))).join("")}`);
  return `## ${version} (${day})\n\n${texts.join("\n")}`;
}

/** Links of a file in `changes/`, for a file beside that folder. */
function fromRoot(text: string): string {
  return text.replaceAll("](../", "](");
}

/** An entry of a list, with lines as long as in the rest of the documentation. */
function item(text: string): string {
  const lines: string[] = [];
  let line = "-";
  for (const word of text.split(" ")) {
    if (line.length + word.length >= LINE_WIDTH) {
      lines.push(line);
      line = " ";
    }
    line += ` ${word}`;
  }
  return `${[...lines, line].join("\n")}\n`;
}
