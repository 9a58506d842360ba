import { readThrough } from "./read-through.ts";

/** The number of pages of a PDF; null if unknown. */
export async function countPages({ path }: { readonly path: string }): Promise<number | null> {
  const counter = createPageCounter();
  await readThrough(path, (piece) => counter.take(piece));
  return counter.pages();
}

/**
 * Counts a PDF's pages while streaming it, from the header of a linearized file or an uncompressed page tree. Compressed objects
 * are not decoded; the number then stays unknown.
 */
interface PageCounter {
  /** Scans the chunk synchronously and does not keep it. */
  take(chunk: Buffer): void;
  pages(): number | null;
}

/** No page tree node is longer than this. */
const OVERLAP = 2048;
/** Real files stay far below; a larger number is not believed. */
const PAGES_MAX = 1_000_000;
/** Total text searched for nodes. For a file that needs more the number stays unknown. */
const SEARCHED_MAX = 2 * 1024 * 1024;

const LINEARIZED = /\/Linearized\b[^>]{0,400}?\/N\s+(\d{1,7})\b/;
const TREE = /\/Type\s*\/Pages\b[^>]{0,1500}?\/Count\s+(\d{1,7})\b|\/Count\s+(\d{1,7})\b[^<>]{0,1500}?\/Type\s*\/Pages\b/g;

function createPageCounter(): PageCounter {
  let rest = "";
  let most: number | null = null;
  let linearized: number | null = null;
  let isHead = true;
  let searched = 0;
  const search = (text: string) => {
    if (searched > SEARCHED_MAX || !text.includes("/Pages")) return;
    searched += text.length;
    for (const match of text.matchAll(TREE)) most = Math.max(most ?? 0, countOf(match[1] ?? match[2]) ?? 0);
  };
  return {
    take(chunk) {
      if (isHead) linearized = countOf(LINEARIZED.exec(chunk.toString("latin1", 0, 2 * OVERLAP))?.[1]);
      isHead = false;
      // Keep the end of the previous chunk. Only small parts are converted to text: most of a file is images and fonts.
      const border = rest + chunk.toString("latin1", 0, OVERLAP);
      if (border.includes("/Count")) search(border);
      for (let at = chunk.indexOf("/Count"); at !== -1; at = chunk.indexOf("/Count", at + OVERLAP)) {
        search(chunk.toString("latin1", Math.max(0, at - OVERLAP), at + 2 * OVERLAP));
      }
      rest = (rest + chunk.toString("latin1", Math.max(0, chunk.length - OVERLAP))).slice(-OVERLAP);
    },
    pages: () => linearized ?? (most === 0 || searched > SEARCHED_MAX ? null : most),
  };
}

function countOf(digits: string | undefined): number | null {
  const count = Number(digits ?? 0);
  return count > 0 && count <= PAGES_MAX ? count : null;
}
