import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  picture: "{name}: Netzwerke nehmen diese Form nicht an, daher wurde ein {type} daraus.",
  still: "{name} ist animiert. Die Netzwerke erhalten das erste Bild; Ihre Datei bleibt auf diesem Gerät, wie sie ist.",
  unreadable: "Dieser Browser kann {name} nicht lesen. Speichern Sie die Datei als JPEG oder PNG und fügen Sie sie erneut hinzu.",
} satisfies TranslationOf<typeof english>;
