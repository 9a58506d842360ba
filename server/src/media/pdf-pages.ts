import { readThrough } from "./read-through.ts";

/** The pages of the document in a file; null where it does not tell. */
export async function countPages({ path }: { readonly path: string }): Promise<number | null> {
  const counter = createPageCounter();
  await readThrough(path, (piece) => counter.take(piece));
  return counter.pages();
}

/**
 * Counts the pages of a PDF while its bytes pass by: what the head of a linearized file or a page tree in plain text says.
 * Trees in compressed objects are not looked into; then the number stays unknown.
 */
interface PageCounter {
  /** The bytes are looked at at once and not kept. */
  take(chunk: Buffer): void;
  pages(): number | null;
}

/** An object that is longer than this is no page tree's node. */
const OVERLAP = 2048;
/** Sane files stay far below; a claim above is no count. */
const PAGES_MAX = 1_000_000;
/** So much text is searched for nodes. A file that makes more of them is not worth the time; its number stays unknown. */
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
      // What began in the piece before. Texts are made of small parts alone: most of a file is pictures and letters.
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
