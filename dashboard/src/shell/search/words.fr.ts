import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  search: "Rechercher",
  placeholder: "Marques, publications et pages",
  brands: "Marques",
  posts: "Publications",
  pages: "Pages",
  pageOf: "dans {brand}",
  noDate: "Sans date",
  draft: "Brouillon",
  none: "Rien ne porte ce nom. Essayez d’autres mots.",
  looking: "Recherche de publications …",
} satisfies TranslationOf<typeof english>;
