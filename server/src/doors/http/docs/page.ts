import { type Html, html } from "../../../ground/web/html.ts";
import type { OpenApi } from "./document.ts";
import { anchor, inline, markdown } from "./markdown.ts";
import { operationSection, type PathOperation } from "./operation.ts";
import { sharedReplies } from "./replies.ts";

/** The API reference for people: contents, guide, operations by tag, shared replies. Needs no scripts and no other host. */
export function docsPage(document: OpenApi): Html {
  const places = placesOf(document);
  const byTag = document.tags.map((tag) => ({ tag, places: places.filter(({ operation }) => operation.tags[0] === tag.name) }));
  return html`<link rel="stylesheet" href="/docs/docs.css">
<div class="docs">
<nav class="contents" aria-label="Contents">
<p><a href="#guide">Guide</a></p>
${byTag.map(({ tag, places }) => html`<p>${tag.name}</p><ul>${places.map(entry)}</ul>`)}
<p><a href="#shared-replies">Shared replies</a></p>
</nav>
<div class="reference">
<header id="guide">
<h1>${document.info.title}</h1>
<p class="lead">Version ${document.info.version} at <code>${document.servers[0].url}</code></p>
<p>As OpenAPI 3.0: <a href="/openapi-v1.2.0.yaml">openapi-v1.2.0.yaml</a>. Previous, deprecated version: <a href="/openapi-v1.0.1.yaml">openapi-v1.0.1.yaml</a>.</p>
</header>
<section class="guide">${markdown(document.info.description)}</section>
${byTag.map(
  ({ tag, places }) => html`<section aria-labelledby="${anchor(tag.name)}">
<h2 id="${anchor(tag.name)}" class="tag">${tag.name}</h2>
<p class="lead">${inline(tag.description)}</p>
${places.map((place) => operationSection(place, document))}
</section>`,
)}
${sharedReplies(document)}
</div>
</div>`;
}

function placesOf(document: OpenApi): PathOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => (operation ? [{ path, method, operation }] : [])),
  );
}

function entry({ method, operation }: PathOperation): Html {
  return html`<li><a href="#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> ${operation.summary}</a></li>`;
}
