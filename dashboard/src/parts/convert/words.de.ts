import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  picture: "{name}: Netzwerke nehmen diese Form nicht an, daher wurde ein {type} daraus.",
  film: "{name} ist animiert, und Netzwerke nehmen solche Bilder nicht an: Ein Video (MP4) wurde daraus, das sich weiter bewegt.",
  still:
    "{name} ist animiert, und dieser Browser kann kein Video daraus machen. Die Netzwerke erhalten das erste Bild; Ihre Datei bleibt auf diesem Gerät, wie sie ist.",
  unreadable: "Dieser Browser kann {name} nicht lesen. Speichern Sie die Datei als JPEG oder PNG und fügen Sie sie erneut hinzu.",
} satisfies TranslationOf<typeof english>;
