import { type Html, html, render } from "../../ground/web/html.ts";
import type { Item, ItemFile } from "./item.ts";
import { paragraphsOf, piecesOf } from "./rules.ts";

/** A post as HTML: its text, its files, and where else to see it. */
export function contentOf({ text, files, networks }: Pick<Item, "text" | "files" | "networks">): string {
  const paragraphs = paragraphsOf(text).map(
    (lines) => html`<p>${lines.map((line, index) => html`${index > 0 && html`<br>`}${piecesOf(line).map(pieceOf)}`)}</p>`,
  );
  const links = networks.map(({ name, url }, index) => html`${index > 0 && " · "}<a href="${url}">${name}</a>`);
  return render(html`${paragraphs}${files.map(fileOf)}<p>${links}</p>`);
}

function pieceOf({ text, isAddress }: { readonly text: string; readonly isAddress: boolean }): Html {
  return isAddress ? html`<a href="${text}">${text}</a>` : html`${text}`;
}

function fileOf({ url, mime, alt, width, height, cover }: ItemFile): Html {
  if (mime.startsWith("image/")) {
    const size = width !== null && height !== null && html` width="${width}" height="${height}"`;
    return html`<p><img src="${url}" alt="${alt ?? ""}"${size}></p>`;
  }
  if (mime.startsWith("video/")) return html`<p><video src="${url}"${cover !== null && html` poster="${cover}"`} controls></video></p>`;
  return html`<p><a href="${url}">${alt ?? "Document"}</a></p>`;
}
