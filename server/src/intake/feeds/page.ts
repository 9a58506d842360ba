import { readAttributes } from "./attributes.ts";
import { passOverOf } from "./clean.ts";
import { PAGE_LENGTH_MAX } from "./limits.ts";
import { absolute, basesOf } from "./links.ts";
import { scanMarkup } from "./markup.ts";

const FEED_MIMES = /^(application\/(rss\+xml|atom\+xml|feed\+json|rdf\+xml|xml)|text\/xml)\b/i;

export interface Page {
  /** URLs of the feeds the page links to, comment feeds last. */
  readonly feeds: readonly string[];
  /** The page's preview picture. */
  readonly image: string | null;
}

/** What an HTML page announces in its head and in the `Link` header. `url` is where it was read. */
export function readPage(html: string, options: { readonly url: string; readonly linkHeader: string | undefined }): Page {
  const found: { href: string; title: string }[] = linksInHeader(options.linkHeader ?? "");
  let base: string | undefined;
  let image: string | undefined;
  // A scan, not a tree, which would keep every unclosed element until the end of the page.
  scanMarkup(html.slice(0, PAGE_LENGTH_MAX), {
    open(written, attributes, tag) {
      const name = written.toLowerCase();
      tag.passOver = passOverOf(name, tag);
      if (!TELLING.has(name)) return true;
      const { get } = readAttributes(attributes);
      if (name === "base") base ??= get("href");
      else if (name === "meta" && /^og:image(:url|:secure_url)?$/i.test(get("property") ?? get("name") ?? "")) image ??= get("content");
      else if (name === "link" && isFeedLink({ rel: get("rel"), type: get("type") }))
        found.push({ href: get("href") ?? "", title: get("title") ?? "" });
      return true;
    },
    close: () => true,
  });
  const bases = basesOf([base, options.url]);
  const ordered = [...found.filter((link) => !isOfComments(link)), ...found.filter(isOfComments)];
  return { feeds: [...new Set(ordered.flatMap((link) => absolute(link.href, bases) ?? []))], image: absolute(image, bases) };
}

const TELLING = new Set(["base", "link", "meta"]);

function isFeedLink({ rel, type }: { rel: string | undefined; type: string | undefined }): boolean {
  const relations = (rel ?? "").toLowerCase().split(/\s+/);
  return relations.includes("alternate") && FEED_MIMES.test((type ?? "").trim());
}

function isOfComments(link: { href: string; title: string }): boolean {
  return /\/comments\//i.test(link.href) || /\bcomments?\b/i.test(link.title);
}

/** RFC 8288: `<address>; rel="alternate"; type="…", …`. */
function linksInHeader(header: string): { href: string; title: string }[] {
  return [...header.slice(0, 8192).matchAll(/<([^<>]*)>([^<]*)/g)].flatMap(([, href = "", rest = ""]) => {
    const rel = /;\s*rel="?([^";,]+)/i.exec(rest)?.[1] ?? "";
    const type = /;\s*type="?([^";,]+)/i.exec(rest)?.[1] ?? "";
    const title = /;\s*title="?([^";,]+)/i.exec(rest)?.[1] ?? "";
    return isFeedLink({ rel, type }) ? [{ href, title }] : [];
  });
}
