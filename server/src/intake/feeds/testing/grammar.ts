import fc from "fast-check";
import { escapeXml } from "../../../testing/feeds.ts";

/** A feed that is valid by its format's specification, and its expected content. */
export interface ValidFeed {
  readonly document: string;
  readonly title: string;
  readonly link: string;
  readonly items: readonly { readonly title: string; readonly link: string; readonly id: string }[];
}

const WORD = fc.constantFrom(
  "Tea",
  "bread",
  "Größe",
  "日本",
  "crème",
  "1 < 2",
  "salt & pepper",
  'the "big" one',
  "it's",
  "100 %",
  "😀",
  "Привет",
);
const TITLE = fc.array(WORD, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
const PATH = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
const ITEM = fc.record({
  title: TITLE,
  path: PATH,
  text: TITLE,
  hasQuery: fc.boolean(),
  tags: fc.array(TITLE, { maxLength: 3 }),
  isWrapped: fc.boolean(),
});
const ITEMS = fc.uniqueArray(ITEM, { selector: (item) => item.path, maxLength: 12 });

/** Insignificant content between elements. */
const SPACE = fc.constantFrom("", "\n", "\n    ", "<!-- a <b> comment -->", "<?skip this?>", "\r\n\t");

interface Draft {
  readonly title: string;
  readonly space: string;
  readonly items: readonly { title: string; text: string; link: string; id: string; tags: readonly string[]; isWrapped: boolean }[];
}

const DRAFT: fc.Arbitrary<Draft> = fc.record({ title: TITLE, space: SPACE, items: ITEMS }).map(({ title, space, items }) => ({
  title,
  space,
  items: items.map(({ path, hasQuery, ...item }) => ({
    ...item,
    link: `https://shop.example/${path}${hasQuery ? "?a=1&b=2" : ""}`,
    id: `urn:${path}`,
  })),
}));

const SITE = "https://shop.example/";

/** Text as HTML, in CDATA or escaped, so that it means the same in every format. */
function html(text: string, isWrapped: boolean): string {
  return isWrapped ? `<![CDATA[${escapeXml(text)}]]>` : escapeXml(escapeXml(text));
}

const FORMATS: Readonly<Record<string, (draft: Draft) => string>> = {
  rss: ({ title, space, items }) =>
    `<?xml version="1.0" encoding="utf-8"?>${space}<rss version="2.0">${space}<channel>${space}<title>${html(title, false)}</title>${space}<link>${SITE}</link>${items
      .map(
        (item) =>
          `${space}<item>${space}<title>${html(item.title, item.isWrapped)}</title>${space}<link>${escapeXml(item.link)}</link>${item.tags.map((tag) => `<category>${html(tag, item.isWrapped)}</category>`).join(space)}<guid isPermaLink="false">${item.id}</guid>${space}<description>${html(item.text, item.isWrapped)}</description></item>`,
      )
      .join("")}${space}</channel>${space}</rss>`,
  rdf: ({ title, space, items }) =>
    `<?xml version="1.0"?>${space}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="${SITE}"><title>${html(title, false)}</title>${space}<link>${SITE}</link></channel>${items
      .map(
        (item) =>
          `${space}<item rdf:about="${item.id}"><title>${html(item.title, item.isWrapped)}</title>${space}<link>${escapeXml(item.link)}</link><description>${html(item.text, item.isWrapped)}</description></item>`,
      )
      .join("")}</rdf:RDF>`,
  atom: ({ title, space, items }) =>
    `<?xml version="1.0"?>${space}<feed xmlns="http://www.w3.org/2005/Atom">${space}<title type="html">${html(title, false)}</title><link rel="self" href="/feed"/>${space}<link href="${SITE}"/>${items
      .map(
        (item) =>
          `${space}<entry>${space}<id>${item.id}</id><title type="html">${html(item.title, item.isWrapped)}</title>${space}<link rel="alternate" href="${escapeXml(item.link)}"/><content type="html">${html(item.text, item.isWrapped)}</content>${space}</entry>`,
      )
      .join("")}</feed>`,
  json: ({ title, items }) =>
    JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: escapeXml(title),
      home_page_url: SITE,
      items: items.map((item) => ({
        id: item.id,
        url: item.link,
        title: escapeXml(item.title),
        content_html: escapeXml(item.text),
        tags: item.tags,
      })),
    }),
};

export const VALID_FEED: fc.Arbitrary<ValidFeed> = fc
  .tuple(fc.constantFrom(...Object.values(FORMATS)), DRAFT)
  .map(([write, draft]) => ({ document: write(draft), title: draft.title, link: SITE, items: draft.items }));

const PLACE = fc.double({ min: 0, max: 1, noNaN: true });
const PIECES = [
  "<",
  ">",
  "&",
  "]]>",
  "<![CDATA[",
  "<!--",
  "-->",
  "<?",
  "?>",
  "<item>",
  "</item>",
  "<entry>",
  "</channel>",
  "</rss>",
  "&#0;",
  "&#x110000;",
  "\u0000",
  '"',
  "'",
  " xmlns:media='x'",
  " xmlns='y'",
  "&amp;lt;",
  "<entry/>",
  "{",
  "}",
  "<title>",
  "</link>",
  "<script>",
  "\uFEFF",
  "\uD800",
];

type Mutation = (bytes: Buffer) => Buffer;

const cut = (bytes: Buffer, at: number, length: number) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
const put = (bytes: Buffer, at: number, more: Buffer) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
const placeIn = (bytes: Buffer, at: number) => Math.floor(at * bytes.length);

/** Ways to break a document: truncate, flip bytes, insert, duplicate, nest. */
export const MUTATION: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(PLACE, fc.nat(300)).map(
    ([at, length]): Mutation =>
      (bytes) =>
        cut(bytes, placeIn(bytes, at), length),
  ),
  PLACE.map(
    (at): Mutation =>
      (bytes) =>
        bytes.subarray(0, placeIn(bytes, at)),
  ),
  fc.tuple(PLACE, fc.nat(255)).map(
    ([at, byte]): Mutation =>
      (bytes) => {
        const copy = Buffer.from(bytes);
        copy[placeIn(copy, at)] = byte;
        return copy;
      },
  ),
  fc.tuple(PLACE, fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 30, unit: "binary" })), fc.constantFrom(1, 1, 1, 3, 400)).map(
    ([at, piece, times]): Mutation =>
      (bytes) =>
        put(bytes, placeIn(bytes, at), Buffer.from(piece.repeat(times))),
  ),
  fc.tuple(PLACE, PLACE, fc.nat(500)).map(
    ([from, to, length]): Mutation =>
      (bytes) =>
        put(bytes, placeIn(bytes, to), bytes.subarray(placeIn(bytes, from), placeIn(bytes, from) + length)),
  ),
  fc.tuple(PLACE, fc.constantFrom("a", "item", "entry", "div", "media:group", "content"), fc.constantFrom(1, 40, 400)).map(
    ([at, name, depth]): Mutation =>
      (bytes) =>
        put(
          put(bytes, placeIn(bytes, Math.max(at, 0.5)), Buffer.from(`</${name}>`.repeat(depth))),
          placeIn(bytes, at / 2),
          Buffer.from(`<${name}>`.repeat(depth)),
        ),
  ),
);
