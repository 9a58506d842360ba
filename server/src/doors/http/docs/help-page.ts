import { Marked } from "marked";
import { escapeHtml } from "../../../ground/web/html.ts";

export interface HelpPage {
  readonly title: string;
  /** As HTML. */
  readonly body: string;
}

/** Where a link to a file of the repository leads; null if it is not part of the help. */
type Find = (file: string) => string | null;

/** A page of the documentation as HTML. What leads to files that are not part of the help is text. */
export function helpPage(text: string, find: Find): HelpPage {
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text: source }) {
        return `<h${depth} id="${escapeHtml(slugOf(source))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens);
        const target = targetOf(href, find);
        return target === null ? inside : `<a href="${escapeHtml(target)}">${inside}</a>`;
      },
      image({ href, text: alternative }) {
        const target = targetOf(href, find);
        return target === null ? escapeHtml(alternative) : `<img src="${escapeHtml(target)}" alt="${escapeHtml(alternative)}">`;
      },
      // Wide ones scroll by themselves, by keyboard, too.
      code: ({ text: code }) => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`,
      table(token) {
        const cells = (row: typeof token.header, begin: string, end: string) =>
          `<tr>${row.map(({ tokens }) => `${begin}${this.parser.parseInline(tokens)}${end}`).join("")}</tr>`;
        const head = cells(token.header, '<th scope="col">', "</th>");
        const rows = token.rows.map((row) => cells(row, "<td>", "</td>")).join("\n");
        return `<div class="wide" tabindex="0"><table><thead>${head}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
      // Comments for the programs that write parts of the pages.
      html: () => "",
    },
  });
  const title = /^# (.+)$/m.exec(text)?.[1] ?? "Help";
  return { title: title.replaceAll("`", ""), body: marked.parse(text, { async: false }) };
}

function targetOf(href: string, find: Find): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const found = find(path);
  return found === null || anchor === undefined ? found : `${found}#${anchor}`;
}

/** As GitHub makes them, where the pages are read, too. */
function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}
