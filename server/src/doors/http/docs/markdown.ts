import { type Html, html } from "../../../ground/web/html.ts";

/**
 * Renders the subset of Markdown that the contract's own texts use: `##` headings with an anchor, paragraphs, `-` lists, tables
 * and
 * `code`. Everything else stays text.
 */
export function markdown(text: string): Html {
  return html`${text.split(/\n{2,}/).flatMap((block) => parts(block))}`;
}

/** One line: text with `code` in it. */
export function inline(text: string): Html {
  // Odd-numbered pieces were between backticks.
  return html`${text.split("`").map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}

/** The anchor of a heading: `Rate limits` → `rate-limits`. */
export function anchor(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

function parts(block: string): Html[] {
  const [first = "", ...rest] = block.split("\n");
  if (first.startsWith("## ")) {
    const heading = first.slice(3);
    return [html`<h2 id="${anchor(heading)}">${heading}</h2>`, ...(rest.length > 0 ? parts(rest.join("\n")) : [])];
  }
  if (first.startsWith("|")) return [table([first, ...rest])];
  if (first.startsWith("- ")) return [html`<ul>${[first, ...rest].map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`];
  return [html`<p>${inline(block)}</p>`];
}

function table([head = "", , ...rows]: readonly string[]): Html {
  const cells = (row: string) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => inline(cell.trim()));
  return html`<table><thead><tr>${cells(head).map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`;
}
