import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  logo: "Logo",
  choose: "Choisir une image",
  hint: "PNG, JPEG ou WebP. Elle est rendue carrée.",
  remove: "Retirer le logo",
  unreadable: "Ce fichier n’est pas une image que ce navigateur sait lire.",
} satisfies TranslationOf<typeof english>;
