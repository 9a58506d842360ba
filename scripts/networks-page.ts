import { join } from "node:path";

/** The page whose tables `npm run abilities` writes. */
export const NETWORKS_PAGE = join(import.meta.dirname, "../docs/networks/README.md");

const END = "<!-- End of what is written. -->";

/** The page with the part from this marker to the next end written anew. */
export function rewritten(page: string, begin: string, text: string): string {
  const start = page.indexOf(begin);
  const end = page.indexOf(END, start);
  if (start === -1 || end === -1) throw new Error(`The page needs "${begin}" and, below it, "${END}".`);
  return `${page.slice(0, start)}${begin}\n\n${text}\n\n${page.slice(end)}`;
}
