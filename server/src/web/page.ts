import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type Html, html, raw, render } from "./html.ts";

/** A page of ours that works without scripts: sign-in, consent, the sandbox networks. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Shown beside the service's name, the innermost last. */
  readonly trail?: readonly { readonly href: string; readonly label: string }[];
  readonly status?: number;
  /** Origins that a form's answer may lead on to, such as a client's redirect address. Browsers hold redirects against it. */
  readonly formTargets?: readonly string[];
}

const STYLESHEET = readFileSync(new URL("./assets/site.css", import.meta.url), "utf8");
const STYLESHEET_PATH = "/site.css";

/** Serves what pages need beside themselves. May be called by each part that shows pages: the first call counts. */
export function mountSite(app: FastifyInstance): void {
  if (app.hasRoute({ method: "GET", url: STYLESHEET_PATH })) return;
  app.get(STYLESHEET_PATH, (_request, reply) =>
    reply.type("text/css; charset=utf-8").header("cache-control", "no-cache").header("x-content-type-options", "nosniff").send(STYLESHEET),
  );
}

/** Sends the page with headers under which nothing runs and nothing loads but the stylesheet and media of this site. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .status(page.status ?? 200)
    .type("text/html; charset=utf-8")
    .header("content-security-policy", contentPolicy(page.formTargets ?? []))
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .send(render(documentOf(page)));
}

function contentPolicy(formTargets: readonly string[]): string {
  const forms = ["'self'", ...formTargets].join(" ");
  return `default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`;
}

function documentOf({ title, body, trail = [] }: Page): Html {
  const steps = trail.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`);
  // The document type is no element and has to be the first thing in the text.
  return html`${raw("<!doctype html>")}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Rostrum</title>
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
