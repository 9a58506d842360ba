import type { SandboxPost } from "../../sandbox/network.ts";

/**
 * A post's text as it is sent. Reserved characters that mean nothing must be escaped; at the first that is not, the text ends, and
 * nobody is told.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format (2026-11)
 */
export interface Shown {
  /** As readers see it. */
  readonly text: string;
  readonly marks: readonly Mark[];
  /** How much of what was sent is shown; less than its length if the text was cut. */
  readonly sentLength: number;
}

export type Mark = { readonly start: number; readonly end: number } & (
  | { readonly kind: "tag"; readonly tag: string }
  | { readonly kind: "mention"; readonly urn: string }
  | { readonly kind: "link"; readonly href: string }
);

const RESERVED = String.raw`|{}@[\]()<>#\\*_~`;
const ESCAPED = String.raw`\\[${RESERVED}]`;
const NAME = `((?:${ESCAPED}|[^${RESERVED}])+)`;
const TAG = String.raw`[\p{L}\p{N}\p{M}]+`;
const SIGN = String.raw`\\?[#＃]`;

const ELEMENT = new RegExp(
  [
    `(?<plain>[^${RESERVED}＃]+)`,
    String.raw`\\(?<escaped>[${RESERVED}])`,
    String.raw`@\[${NAME.replace("(", "(?<name>")}\] ?\((?<urn>urn:li:(?:person|organization|organizationBrand):[\w-]+)\)`,
    // The vendor's page shows it with escaped bars in one place, and with plain ones in another.
    String.raw`\{hashtag\\?\|${SIGN}\\?\|${NAME.replace("(", "(?<value>")}\}`,
    `[#＃](?<tag>${TAG})`,
    "(?<sign>＃)",
  ].join("|"),
  "uy",
);
const LINK = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/g;

export function shownOf(sent: string): Shown {
  let text = "";
  const marks: Mark[] = [];
  let at = 0;
  while (at < sent.length) {
    ELEMENT.lastIndex = at;
    const { plain, escaped, name, urn, value, tag, sign } = ELEMENT.exec(sent)?.groups ?? {};
    const word = value ?? tag;
    const part =
      plain ??
      escaped ??
      sign ??
      (name === undefined ? undefined : unescaped(name)) ??
      (word === undefined ? undefined : `#${unescaped(word)}`);
    if (part === undefined) break;
    const range = { start: text.length, end: text.length + part.length };
    if (urn !== undefined) marks.push({ ...range, kind: "mention", urn });
    if (word !== undefined) marks.push({ ...range, kind: "tag", tag: unescaped(word) });
    text += part;
    at = ELEMENT.lastIndex;
  }
  const links = Array.from(text.matchAll(LINK), ({ 0: href, index }) => ({
    start: index,
    end: index + href.length,
    kind: "link" as const,
    href,
  }));
  return { text, marks: [...marks, ...links].toSorted((a, b) => a.start - b.start), sentLength: at };
}

/** How long the text is for the limit, which is not documented for texts that are cut: without the escapes. */
export function lengthOf(sent: string): number {
  const shown = shownOf(sent);
  return shown.sentLength < sent.length ? unescaped(sent).length : shown.text.length;
}

/** Links of a text that is not in this format, such as a comment's. */
export function plainLinks(text: string): SandboxPost["links"] {
  return Array.from(text.matchAll(LINK), ({ 0: href, index }) => ({ start: index, end: index + href.length, href }));
}

function unescaped(text: string): string {
  return text.replace(new RegExp(String.raw`\\([${RESERVED}])`, "g"), "$1");
}
