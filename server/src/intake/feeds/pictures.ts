import { ALT_LENGTH_MAX } from "@rostrum/contract/limits.ts";
import { type Attributes, readAttributes } from "./attributes.ts";
import { cleanLine, type OnTag, passOverOf } from "./clean.ts";
import type { FeedPicture, RawItem, Text } from "./item.ts";
import { FIELD_LENGTH_MAX, IMAGES_MAX, PICTURE_SIDE_PIXELS_MIN } from "./limits.ts";
import { absolute } from "./links.ts";
import { scanMarkup } from "./markup.ts";
import { cutText } from "./template.ts";

/** Tracking pixels, avatars and smileys: pictures unrelated to the item. */
const NOT_CONTENT =
  /gravatar\.com|\/emoji\/|twemoji|s\.w\.org\/images\/core|feedburner\.com\/~|feedsportal|pixel\.wp\.com|stats\.wordpress\.com|doubleclick\.net|\/tracking[./]|\bpixel\.(gif|png)|spacer\.(gif|png)|blank\.(gif|png)/i;
/** Names and classes of likely logos, avatars and buttons, used only if there is no other picture. */
const ICON =
  /(?:^|[\W_\d])(?:fav|touch)?(?:icons?|avatars?|smil(?:eys?|ies)|emojis?|emoticons?|buttons?|badges?|sprites?)(?:[\W_\d]|$)|\.ico(?:\?|$)/i;
const SIDE_PIXELS_MIN = 32;

/** A picture in an item's text. */
export interface ShownPicture {
  readonly url: string;
  /** Its alternative text; empty without one. */
  readonly alt: string;
}

/** An item's pictures, best first: the feed's media, then those in its text. One that is both has the alternative text of there. */
export function pictures(item: RawItem, shown: readonly ShownPicture[], bases: readonly Text[]): FeedPicture[] {
  const offered = [...item.files.filter(isImage).map((file) => file.url), ...item.images].map((url) => ({ url, alt: "" }));
  const found = new Map<string, FeedPicture>();
  const icons = new Map<string, FeedPicture>();
  for (const { url: address, alt } of [...offered, ...shown]) {
    const link = absolute(address, bases);
    if (link === null || NOT_CONTENT.test(link)) continue;
    const url = enlarge(link);
    const kept = isIcon(url) ? icons : found;
    const same = kept.get(sameness(url));
    if (same === undefined && found.size === IMAGES_MAX) continue;
    if (same === undefined || same.alt === "") kept.set(sameness(url), { url: same?.url ?? url, alt });
  }
  const best = [...found.values()];
  return icons.size === 0 ? best : [...best, ...icons.values()].slice(0, IMAGES_MAX);
}

function isIcon(link: string): boolean {
  return ICON.test(link) && ICON.test(new URL(link).pathname);
}

/** Returns a tag handler that collects the URLs of pictures in `found`. */
export function picturesAmong(found: ShownPicture[]): OnTag {
  return (name, written) => {
    if (name !== "img" || found.length >= PICTURES_MAX) return;
    const attributes = readAttributes(written);
    if (isTiny(attributes)) return;
    const source = SOURCES.map((name) => attributes.get(name)).find(isAddress) ?? fromSet(attributes.get("srcset"));
    if (isAddress(source)) found.push({ url: source, alt: cutText(cleanLine(attributes.get("alt")), ALT_LENGTH_MAX) });
  };
}

function isAddress(source: string | undefined): source is string {
  return source !== undefined && source !== "" && !/^\s*data:/i.test(source);
}

export function picturesInHtml(html: string): ShownPicture[] {
  const found: ShownPicture[] = [];
  if (!/<img/i.test(html)) return found;
  const note = picturesAmong(found);
  scanMarkup(html.slice(0, FIELD_LENGTH_MAX), {
    open(written, attributes, tag) {
      const name = written.toLowerCase();
      note(name, attributes);
      tag.passOver = passOverOf(name, tag);
      return true;
    },
    close: () => true,
  });
  return found;
}

/** Attributes for the URL of a lazily loaded picture. */
const SOURCES = ["src", "data-src", "data-lazy-src", "data-original"];
/** Candidates to collect: several may be the same picture in other sizes, or not worth showing. */
const PICTURES_MAX = IMAGES_MAX * 5;

function isImage({ type, medium, url }: RawItem["files"][number]): boolean {
  if (type) return type.toLowerCase().startsWith("image/");
  if (medium) return medium.toLowerCase() === "image";
  return /\.(jpe?g|png|gif|webp|avif)(\?|$)/i.test(url ?? "");
}

const STYLED_SIDE = /(?:^|[;\s])(?:width|height)\s*:\s*(\d{1,5})px/gi;

function isTiny(attributes: Attributes): boolean {
  const sides = [attributes.get("width"), attributes.get("height")].map((side) => Number.parseInt(side ?? "", 10));
  const style = attributes.get("style");
  if (style !== undefined) for (const [, pixels] of style.slice(0, 1000).matchAll(STYLED_SIDE)) sides.push(Number(pixels));
  if (sides.some((side) => side < SIDE_PIXELS_MIN)) return true;
  const kind = attributes.get("class");
  return kind !== undefined && ICON.test(kind) && !sides.some((side) => side >= PICTURE_SIDE_PIXELS_MIN);
}

/** The largest of the candidates, of equal ones the last. Their addresses may have commas in them. */
function fromSet(srcset: string = ""): string | undefined {
  const candidates = [...srcset.slice(0, SET_LENGTH_MAX).matchAll(CANDIDATE)].map(([, url = "", size = "0"]) => ({
    url,
    size: Number(size),
  }));
  return candidates.reduce<(typeof candidates)[number] | undefined>((best, one) => (best && best.size > one.size ? best : one), undefined)
    ?.url;
}

const CANDIDATE = /([^\s,](?:\S*[^\s,])?)(?:\s+([\d.]{1,9})[wxh])?(?:\s*,|\s|$)/g;
const SET_LENGTH_MAX = 20_000;

/** A Blogger thumbnail's URL contains its width of 72 pixels; a larger width there gives a larger picture. */
function enlarge(link: string): string {
  return link.replace(/\/s72(-[a-z0-9-]+)?\//, "/s1600/");
}

/** WordPress stores a picture in several sizes whose names differ in the suffix. */
function sameness(link: string): string {
  return link.replace(/^https?:/, "").replace(/-\d{2,4}x\d{2,4}(?=\.\w{3,4}(\?|$))/, "");
}
