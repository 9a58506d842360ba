/** A link, mention or tag in a text, as a range in UTF-16 units. */
export type Entity = { readonly start: number; readonly end: number } & (
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "mention"; readonly username: string; readonly domain: string | null }
  | { readonly kind: "tag"; readonly name: string }
);

const WORD = "\\p{L}\\p{M}\\p{N}_";
const ENTITY = new RegExp(
  [
    `(?<![${WORD}@/])(?<url>https?://[^\\s<>"]+)`,
    `(?<![=/${WORD}])@(?<username>[a-z0-9_]+(?:[a-z0-9_.-]*[a-z0-9_])?)(?:@(?<domain>[${WORD}]+(?:[.-]+[${WORD}]+)*))?`,
    `(?<![=/)${WORD}])#(?<tag>[${WORD}]*[\\p{L}\\p{M}_][${WORD}]*)`,
  ].join("|"),
  "giu",
);

/** All entities in order, none overlapping. A URL needs a scheme and excludes the punctuation of the sentence around it. */
export function entitiesOf(text: string): Entity[] {
  const entities: Entity[] = [];
  for (const match of text.matchAll(ENTITY)) {
    const { url, username, domain, tag } = match.groups ?? {};
    const start = match.index;
    if (url !== undefined) {
      const trimmed = withoutSentenceEnd(url);
      if (/^https?:\/\/$/i.test(trimmed)) continue;
      entities.push({ kind: "url", url: trimmed, start, end: start + trimmed.length });
    } else if (username !== undefined) {
      entities.push({ kind: "mention", username, domain: domain ?? null, start, end: start + match[0].length });
    } else if (tag !== undefined) {
      entities.push({ kind: "tag", name: tag, start, end: start + match[0].length });
    }
  }
  return entities;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Mastodon's length: grapheme clusters, with each URL as the instance's fixed number and mentions without their domain. */
export function lengthOf(text: string, charactersPerUrl: number): number {
  let counted = "";
  let at = 0;
  for (const entity of entitiesOf(text)) {
    if (entity.kind === "tag") continue;
    counted += text.slice(at, entity.start) + (entity.kind === "url" ? "x".repeat(charactersPerUrl) : `@${entity.username}`);
    at = entity.end;
  }
  return Array.from(graphemes.segment(counted + text.slice(at))).length;
}

function withoutSentenceEnd(url: string): string {
  let end = url.length;
  // Counted once and updated on the way back, since recounting per bracket would be quadratic.
  let unopened = count(url, ")") - count(url, "(");
  while (end > 0) {
    const last = url[end - 1] ?? "";
    const isClosing = last === ")" && unopened > 0;
    if (isClosing) unopened -= 1;
    if (!isClosing && !/[.,;:!?'’”»…\]}*]/.test(last)) break;
    end -= 1;
  }
  return url.slice(0, end);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
