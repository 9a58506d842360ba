/** Markup that is safe to send to a browser. Created only by `html` and `raw`. */
export interface Html {
  readonly [markup]: string;
}

/** A template value: text and numbers are escaped, markup is kept, lists are joined, absent values are omitted. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const markup = Symbol("markup");

/**
 * Template tag: `` html`<a href="${url}">${name}</a>` `` escapes every value that is not markup. Safe between tags and in quoted
 * attributes; never put a value in an unquoted attribute, a script or a style. Pass untrusted URLs through `safeHref`, because
 * escaping does not stop `javascript:`.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return raw(strings.map((text, index) => text + (index < values.length ? print(values[index]) : "")).join(""));
}

/** Markup from a trusted source, unescaped. Each use must say why the source is trusted. */
export function raw(text: string): Html {
  return { [markup]: text };
}

/** The markup as text. */
export function render(value: Html): string {
  return value[markup];
}

/** Escapes text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The URL if it is http, https or on this site, else `#`. */
export function safeHref(address: string): string {
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return address;
  // Browsers treat `//host` and `/\host` as other sites.
  return /^\/(?![/\\])/.test(address) ? address : "#";
}

/** A sentence of the service; the pages of the documentation that it names are links. */
export function withHelp(sentence: string): Html {
  // Odd-numbered pieces are the pages.
  const pieces = sentence.split(/(\/help\/[\w/-]*[\w-](?:#[\w-]+)?)/);
  return html`${pieces.map((piece, index) => (index % 2 === 0 ? piece : html`<a href="${piece}" target="_blank">${piece}</a>`))}`;
}

function print(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "string") return escapeHtml(value);
  if (typeof value === "number") return String(value);
  return isList(value) ? value.map(print).join("") : value[markup];
}

function isList(value: Html | readonly HtmlValue[]): value is readonly HtmlValue[] {
  return Array.isArray(value);
}
