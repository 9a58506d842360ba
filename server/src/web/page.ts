import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type Html, html, raw, render } from "./html.ts";

/** A server-rendered page without scripts: sign-in, consent, the sandbox networks. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Breadcrumbs after the service's name, innermost last. */
  readonly trail?: readonly { readonly href: string; readonly label: string }[];
  readonly status?: number;
  /**
   * Origins that a form's response may redirect to, such as a client's redirect URI. Browsers check redirects against
   * `form-action`.
   */
  readonly formTargets?: readonly string[];
  /** Other origins whose pictures the page shows. */
  readonly pictureOrigins?: readonly string[];
  /** Where the browser goes on by itself, without a click. Unlike a redirect it may follow a form to any site. */
  readonly onward?: string;
}

const STYLESHEET = readFileSync(new URL("./assets/site.css", import.meta.url), "utf8");
const STYLESHEET_PATH = "/site.css";

/** Serves the pages' stylesheet. Every part with pages may call it: only the first call has an effect. */
export function mountSite(app: FastifyInstance): void {
  if (app.hasRoute({ method: "GET", url: STYLESHEET_PATH })) return;
  app.get(STYLESHEET_PATH, (_request, reply) =>
    reply.type("text/css; charset=utf-8").header("cache-control", "no-cache").header("x-content-type-options", "nosniff").send(STYLESHEET),
  );
}

/** Sends the page with headers that allow no scripts and load only this site's stylesheet and media. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .status(page.status ?? 200)
    .type("text/html; charset=utf-8")
    .header("content-security-policy", contentPolicy(page))
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .send(render(documentOf(page)));
}

function contentPolicy({ formTargets = [], pictureOrigins = [] }: Page): string {
  const forms = ["'self'", ...formTargets.filter(isSource)].join(" ");
  const pictures = ["'self'", ...pictureOrigins.filter(isSource)].join(" ");
  return `default-src 'none'; style-src 'self'; img-src ${pictures}; media-src 'self'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`;
}

/** A scheme, or an origin without anything in it that would begin another directive: others choose these addresses. */
function isSource(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:(?:\/\/[a-z\d._:[\]-]+)?$/i.test(text);
}

function documentOf({ title, body, onward, trail = [] }: Page): Html {
  const steps = trail.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`);
  // The doctype is not an element and must come first.
  return html`${raw("<!doctype html>")}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${
  onward !== undefined &&
  html`<meta http-equiv="refresh" content="0; url=${onward}">
`
}<title>${title} · Rostrum</title>
<link rel="stylesheet" href="${STYLESHEET_PATH}">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top"><nav aria-label="Breadcrumb"><ol><li><a class="brand" href="/">Rostrum</a></li>${steps}</ol></nav></header>
<main id="main">${body}</main>
</body>
</html>
`;
}
