import { saidAt, type TheirMoment } from "../../connectors/their-clock.ts";
import type { PinWords } from "./plan.ts";

/** A pin's words as the API gives them back: empty ones as null, as an empty text, or not at all. */
export interface ReadWords {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly link?: string | null | undefined;
  readonly alt_text?: string | null | undefined;
}

/** Whether a pin can be the one that was ordered. Rather one too many than the right one missed: that would be made twice. */
export function isAlike(read: ReadWords, ordered: PinWords): boolean {
  return (
    comparable(read.title) === comparable(ordered.title) &&
    comparable(read.description) === comparable(ordered.description) &&
    comparable(read.alt_text) === comparable(ordered.alt_text) &&
    comparableLink(read.link) === comparableLink(ordered.link)
  );
}

/**
 * Written as `2022-10-13T01:40:29`, without a zone. That this is UTC is unverified; read as local time, it would be hours off. One
 * that cannot be read is null.
 */
export function momentOf(created: string | null | undefined): TheirMoment | null {
  const text = created ?? "";
  const hasZone = /(z|[+-]\d\d:?\d\d)$/i.test(text);
  return saidAt(hasZone ? text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2") : `${text}Z`);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function comparable(text: string | null | undefined): string {
  return (text ?? "")
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
      (entity, decimal, hex, name) => characterOf(decimal, hex) ?? ENTITIES[name] ?? entity,
    )
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .trim();
}

function characterOf(decimal: string | undefined, hex: string | undefined): string | null {
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

/** Pinterest may write an address its own way (unverified), so scheme, case of the host, a last slash and the fragment do not count. */
function comparableLink(link: string | null | undefined): string {
  const text = comparable(link);
  const url = URL.parse(text);
  return url === null ? text : `${url.host.replace(/^www\./, "")}${url.pathname.replace(/\/+$/, "")}${url.search}`;
}
