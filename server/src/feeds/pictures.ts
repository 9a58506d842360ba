import { type Attributes, readAttributes } from "./attributes.ts";
import { isRaw, type OnTag } from "./clean.ts";
import type { RawItem, Text } from "./item.ts";
import { FIELD_LENGTH_MAX, IMAGES_MAX } from "./limits.ts";
import { absolute } from "./links.ts";
import { scanMarkup } from "./markup.ts";

/** Counters, faces and smileys: pictures that show nothing of the item. */
const NOT_CONTENT =
  /gravatar\.com|\/emoji\/|twemoji|s\.w\.org\/images\/core|feedburner\.com\/~|feedsportal|pixel\.wp\.com|stats\.wordpress\.com|doubleclick\.net|\/tracking[./]|\bpixel\.(gif|png)|spacer\.(gif|png)|blank\.(gif|png)/i;
const SIDE_PIXELS_MIN = 32;

/** The pictures of an item, the best first: what the feed offers as media, then what its text shows. */
export function pictures(item: RawItem, shown: readonly string[], bases: readonly Text[]): string[] {
  const files = item.files.filter(isImage).map((file) => file.url);
  const found = new Map<string, string>();
  for (const address of [...files, ...item.images, ...shown]) {
    const link = absolute(address, bases);
    if (link === null || NOT_CONTENT.test(link)) continue;
    const large = enlarge(link);
    if (!found.has(sameness(large))) found.set(sameness(large), large);
    if (found.size === IMAGES_MAX) break;
  }
  return [...found.values()];
}

/** Notes the addresses of the pictures among the tags that it is shown. */
export function picturesAmong(found: string[]): OnTag {
  return (name, written) => {
    if (name !== "img" || found.length >= PICTURES_MAX) return;
    const attributes = readAttributes(written);
    if (isTiny(attributes)) return;
    const sources = [...SOURCES.map((source) => attributes.get(source)), fromSet(attributes.get("srcset"))];
    const source = sources.find((one) => one !== undefined && one !== "" && !/^data:/i.test(one.trim()));
    if (source !== undefined) found.push(source);
  };
}

export function picturesInHtml(html: string): string[] {
  const found: string[] = [];
  if (!/<img/i.test(html)) return found;
  const note = picturesAmong(found);
  scanMarkup(html.slice(0, FIELD_LENGTH_MAX), {
    open(written, attributes, tag) {
      const name = written.toLowerCase();
      note(name, attributes);
      tag.passOver = isRaw(name) && !tag.isEmpty;
      return true;
    },
    close: () => true,
  });
  return found;
}

/** Where pages keep the address of a picture that is loaded when somebody scrolls to it. */
const SOURCES = ["src", "data-src", "data-lazy-src", "data-original"];
/** Several may be one picture in other sizes, or none worth showing. */
const PICTURES_MAX = IMAGES_MAX * 5;

function isImage({ type, medium, url }: RawItem["files"][number]): boolean {
  if (type) return type.toLowerCase().startsWith("image/");
  if (medium) return medium.toLowerCase() === "image";
  return /\.(jpe?g|png|gif|webp|avif)(\?|$)/i.test(url ?? "");
}

function isTiny(attributes: Attributes): boolean {
  const sides = [attributes.get("width"), attributes.get("height")].map((side) => Number.parseInt(side ?? "", 10));
  return sides.some((side) => side < SIDE_PIXELS_MIN);
}

function fromSet(srcset: string | undefined): string | undefined {
  return srcset?.split(",").at(-1)?.trim().split(/\s+/)[0];
}

/** Blogger's thumbnails are 72 pixels wide by their address, which also names the large ones. */
function enlarge(link: string): string {
  return link.replace(/\/s72(-[a-z0-9-]+)?\//, "/s1600/");
}

/** WordPress keeps a picture in several sizes that differ in the end of their names. */
function sameness(link: string): string {
  return link.replace(/^https?:/, "").replace(/-\d{2,4}x\d{2,4}(?=\.\w{3,4}(\?|$))/, "");
}
