import { linksIn } from "../../connectors/cards/links.ts";

/** The page whose preview is shown below a text. */
export interface CardLink {
  readonly url: string;
  /** Whether readers see the address in the text too, so that nothing is lost without the preview. */
  readonly isInText: boolean;
}

/**
 * The post's own link, else the first one in its text: Facebook makes no card for an address that only stands in the text of a
 * post made through the API (unverified). Addresses on Facebook itself are refused as links (unverified).
 */
export function cardLinkOf(link: string | null, text: string): CardLink | null {
  if (link?.trim()) return { url: link.trim(), isInText: text.includes(link.trim()) };
  const found = linksIn(text).find((url) => !isFacebook(url));
  return found === undefined ? null : { url: found, isInText: true };
}

function isFacebook(url: string): boolean {
  return /(^|\.)(facebook\.com|fb\.com|fb\.me|fb\.watch)$/i.test(new URL(url).hostname);
}
