import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  logo: "Logo",
  choose: "Bild auswählen",
  hint: "PNG, JPEG oder WebP. Es wird quadratisch gemacht.",
  remove: "Logo entfernen",
  unreadable: "Diese Datei ist kein Bild, das dieser Browser lesen kann.",
} satisfies TranslationOf<typeof english>;
