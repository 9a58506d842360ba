import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@rostrum/contract/words.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Html, html, raw, render } from "./html.ts";
import { addressIn, keepChoice, languageOf, maySwitch } from "./language.ts";
import { MARK, siteFile, WORDMARK } from "./site.ts";
import { stage } from "./stage.ts";
import { wordsOf } from "./words.ts";

export { mountSite } from "./site.ts";

/** A server-rendered page without scripts: sign-in, consent, the sandbox networks. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  /** Whether it is shown again because something typed was wrong. */
  readonly isWrong?: boolean;
  /** Breadcrumbs after the service's name, innermost last. */
  readonly trail?: readonly { readonly href: string; readonly label: string }[];
  readonly status?: number;
  /** One column for people who are not inside yet, beside what the service is for. */
  readonly isWayIn?: boolean;
  /** Below everything else. */
  readonly foot?: Html;
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

/** A page in the language of its reader. */
export type Written = (language: Language) => Page;

/** Sends the page with headers that allow no scripts and load only this site's stylesheet, fonts and media. */
export function sendPage(reply: FastifyReply, written: Page | Written): FastifyReply {
  const language = languageOf(reply.request);
  const page = typeof written === "function" ? written(language) : written;
  keepChoice(reply);
  return reply
    .status(page.status ?? 200)
    .type("text/html; charset=utf-8")
    .header("content-security-policy", contentPolicy(page))
    .header("content-language", language)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .send(render(documentOf(page, language, reply.request)));
}

/** The same page under another status. */
export function withStatus(written: Written, status: number): Written {
  return (language) => ({ ...written(language), status });
}

function contentPolicy({ formTargets = [], pictureOrigins = [] }: Page): string {
  const forms = ["'self'", ...formTargets.filter(isSource)].join(" ");
  const pictures = ["'self'", ...pictureOrigins.filter(isSource)].join(" ");
  return `default-src 'none'; style-src 'self'; font-src 'self'; img-src ${pictures}; media-src 'self'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`;
}

/** A scheme, or an origin without anything in it that would begin another directive: others choose these addresses. */
function isSource(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:(?:\/\/[a-z\d._:[\]-]+)?$/i.test(text);
}

function documentOf(page: Page, language: Language, request: FastifyRequest): Html {
  const { title, onward } = page;
  const words = wordsOf(language);
  // The doctype is not an element and must come first.
  return html`${raw("<!doctype html>")}
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1c181c">
${
  onward !== undefined &&
  html`<meta http-equiv="refresh" content="0; url=${onward}">
`
}<title>${page.isWrong === true ? words.error({ title }) : title} · Rostrum</title>
<link rel="icon" href="${siteFile("mark.svg")}" type="image/svg+xml">
<link rel="stylesheet" href="${siteFile("site.css")}">
</head>
${page.isWayIn === true ? wayIn(page, language, request) : plain(page, language, request)}
</html>
`;
}

function plain({ body, foot, trail = [] }: Page, language: Language, request: FastifyRequest): Html {
  const words = wordsOf(language);
  const steps = trail.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`);
  return html`<body>
<a class="skip" href="#main">${words.skip}</a>
<header class="top"><nav aria-label="${words.trail}"><ol><li>${logo(words.home)}</li>${steps}</ol></nav></header>
<main id="main">${body}</main>
${footer(foot, language, request)}
</body>`;
}

function wayIn({ body, foot }: Page, language: Language, request: FastifyRequest): Html {
  const words = wordsOf(language);
  return html`<body class="way-in"><div>
<a class="skip" href="#main">${words.skip}</a>
<header>${logo(words.home)}</header>
<main id="main">${body}</main>
${footer(foot, language, request)}
</div>
${stage(words)}
</body>`;
}

function logo(label: string): Html {
  return html`<a class="logo" href="/" aria-label="${label}">${MARK}${WORDMARK}</a>`;
}

/** With the same page in the other languages. */
function footer(foot: Html | undefined, language: Language, request: FastifyRequest): Html {
  const names = LANGUAGES.map(
    (each) =>
      html`<li><a href="${addressIn(request, each)}" lang="${each}" hreflang="${each}"${each === language && html` aria-current="true"`}>${LANGUAGE_NAMES[each]}</a></li>`,
  );
  return html`<footer class="foot">${foot}${maySwitch(request) && html`<nav class="languages" aria-label="${wordsOf(language).languages}"><ul>${names}</ul></nav>`}</footer>`;
}
