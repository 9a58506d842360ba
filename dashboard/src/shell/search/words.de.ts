import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  search: "Suchen",
  placeholder: "Marken, Beiträge und Seiten",
  brands: "Marken",
  posts: "Beiträge",
  pages: "Seiten",
  pageOf: "in {brand}",
  noDate: "Ohne Datum",
  draft: "Entwurf",
  none: "Nichts heißt so. Versuchen Sie andere Wörter.",
  looking: "Beiträge werden gesucht …",
} satisfies TranslationOf<typeof english>;
