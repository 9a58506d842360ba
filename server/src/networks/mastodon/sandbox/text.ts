import { type Html, html, raw, render } from "../../../ground/web/html.ts";
import { DOMAIN } from "./settings.ts";
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

/**
 * The `content` of a status as Mastodon renders it: paragraphs and line breaks, links with scheme and tail in invisible
 * spans, mentions without their domain, tags with an inner span. Clients that compare texts have to cope with it.
 */
export function contentOf(text: string, baseUrl: string): string {
  const normal = text.replace(/\r\n?/g, "\n").trim();
  if (normal === "") return "";
  let at = 0;
  const parts: Html[] = [];
  for (const entity of entitiesOf(normal)) {
    parts.push(html`${normal.slice(at, entity.start)}${linkOf(entity, baseUrl)}`);
    at = entity.end;
  }
  const markup = render(html`${parts}${normal.slice(at)}`);
  return markup
    .split(/\n\n+/)
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br />")}</p>`)
    .join("");
}

/** The URL an entity links to. */
export function hrefOf(entity: Entity, baseUrl: string): string {
  if (entity.kind === "url") return entity.url;
  if (entity.kind === "tag") return `${baseUrl}/tags/${encodeURIComponent(entity.name)}`;
  // A federated network knows accounts of other servers; ours acts as if it does.
  return entity.domain === null || entity.domain.toLowerCase() === DOMAIN
    ? `${baseUrl}/@${entity.username}`
    : `https://${entity.domain}/@${entity.username}`;
}

const SHOWN_LENGTH = 30;

function linkOf(entity: Entity, baseUrl: string): Html {
  const href = hrefOf(entity, baseUrl);
  if (entity.kind === "mention") {
    return html`<span class="h-card" translate="no"><a href="${href}" class="u-url mention">@<span>${entity.username}</span></a></span>`;
  }
  if (entity.kind === "tag") return html`<a href="${href}" class="mention hashtag" rel="tag">#<span>${entity.name}</span></a>`;
  const [scheme = ""] = /^https?:\/\/(www\.)?/i.exec(entity.url) ?? [];
  const shown = entity.url.slice(scheme.length, scheme.length + SHOWN_LENGTH);
  const hidden = entity.url.slice(scheme.length + SHOWN_LENGTH);
  const visible = raw(hidden === "" ? "" : "ellipsis");
  return html`<a href="${href}" target="_blank" rel="nofollow noopener" translate="no"><span class="invisible">${scheme}</span><span class="${visible}">${shown}</span><span class="invisible">${hidden}</span></a>`;
}
