import { type Html, html, raw, render } from "../../../ground/web/html.ts";
import { DOMAIN } from "./settings.ts";
import { type Entity, entitiesOf } from "./text.ts";

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
