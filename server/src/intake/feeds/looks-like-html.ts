import { scanMarkup, type Tag } from "./markup.ts";

/**
 * The elements of HTML and the obsolete ones (https://html.spec.whatwg.org/multipage/obsolete.html, November 2026), but for `slot`,
 * `search` and `menuitem`, which feeds only write about. Any other name in angle brackets is code, or nothing.
 */
const KNOWN = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
  button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
  fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img
  input ins isindex kbd keygen label legend li link listing main map mark marquee math menu meta meter multicol nav nextid
  nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc
  ruby s samp script section select small source spacer span strike strong style sub summary sup svg table tbody td
  template textarea tfoot th thead time title tr track tt u ul var video wbr xmp`.split(/\s+/),
);
/** Elements without an end tag. */
const ALONE = new Set(
  "br hr img wbr p div li dt dd dl ul ol table tr td th h1 h2 h3 h4 h5 h6 blockquote center pre section article".split(" "),
);

const ATTRIBUTE = /^\s+[a-z][a-z-]*\s*=/i;
const WORD_BEFORE = /[\p{L}\p{N}.!?…>\n]/u;
const WORD_BEHIND = /[\p{L}\p{N}<&\n]/u;

/**
 * Whether text looks like HTML: it has an element with its end tag, a tag with an attribute, or a paragraph or break that is
 * next to a word, ends the text or occurs twice. `Vec<String>`, `a<b && c>d` and a title about the `<script>` tag are not.
 */
export function looksLikeHtml(text: string): boolean {
  if (!text.includes("<")) return false;
  const begun = new Set<string>();
  let isHtml = false;
  const isTag = (name: string, tag: Tag) => KNOWN.has(name) && text[tag.to - 1] === ">";
  scanMarkup(text, {
    open(written, attributes, tag) {
      const name = written.toLowerCase();
      if (!isTag(name, tag)) return true;
      isHtml = ATTRIBUTE.test(attributes);
      if (isHtml || attributes.trim() !== "") return !isHtml;
      isHtml = ALONE.has(name) && (tag.isEmpty || begun.has(name) || touches(text, tag));
      begun.add(name);
      return !isHtml;
    },
    close(written, tag) {
      const name = written.toLowerCase();
      isHtml = begun.has(name) && isTag(name, tag);
      return !isHtml;
    },
  });
  return isHtml;
}

function touches(text: string, { from, to }: Tag): boolean {
  if (WORD_BEFORE.test(text.charAt(from - 1)) || WORD_BEHIND.test(text.charAt(to))) return true;
  return from > 0 && text.charCodeAt(from - 1) > 32 && text.slice(to).trim() === "";
}
