/** Markup that may go to a browser as it is. Made by `html` and `raw` alone. */
export interface Html {
  readonly [markup]: string;
}

/** What a template takes: text and numbers are escaped, markup stays, lists are joined, absent values leave nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const markup = Symbol("markup");

/**
 * Template tag: `` html`<a href="${url}">${name}</a>` `` escapes every value that is no markup. Safe between tags and in
 * quoted attributes; never put a value in an unquoted attribute, a script or a style. An address that others gave goes
 * through `safeHref`, because escaping leaves `javascript:` as it is.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return raw(strings.map((text, index) => text + (index < values.length ? print(values[index]) : "")).join(""));
}

/** Markup from a trusted source, unescaped. Each use has to say why the source is trusted. */
export function raw(text: string): Html {
  return { [markup]: text };
}

/** The text of the markup. */
export function render(value: Html): string {
  return value[markup];
}

/** Text for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The address when it is http, https or on this site, else `#`. */
export function safeHref(address: string): string {
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return address;
  // Browsers read `//host` and `/\host` as another site.
  return /^\/(?![/\\])/.test(address) ? address : "#";
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
