import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  title: "Warteschlange",
  import: "Importieren",
  lead: "Zu jedem Termin geht der oberste Beitrag raus.",
  zone: "Zeiten in {zone}.",
  collection: "Sammlung",
  noCollections: "Noch keine Sammlungen",
  noCollectionsText: "Eine Sammlung hat Kanäle und wöchentliche Termine. Ihre Beiträge warten hier, bis ihr Termin kommt.",
  newCollection: "Neue Sammlung",
  write: "Beitrag dafür schreiben",
  none: "Diese Warteschlange ist leer",
  noneText: "Beiträge, die Sie hier einreihen, gehen zu den Terminen dieser Sammlung raus, einer nach dem anderen.",
  count: "{count, plural, one {# Beitrag} other {# Beiträge}}, {slots, plural, one {# Termin} other {# Termine}} pro Woche",
  noDate: "Kein Termin",
  up: "{post} nach oben",
  down: "{post} nach unten",
  place: "Platz {place} von {of}",
  keys: "Alt mit der Pfeiltaste nach oben oder unten verschiebt den markierten Beitrag.",
  free: "Nächste freie Termine",
  stuck: "Aus dieser Warteschlange geht nichts raus",
  spoken: {
    instructions:
      "Um einen Beitrag zu verschieben, drücken Sie die Leertaste. Wählen Sie dann mit den Pfeiltasten nach oben und unten einen anderen Platz. Drücken Sie noch einmal die Leertaste, um ihn dort abzulegen, oder Escape, um ihn zu lassen, wo er war. Alt mit den Pfeiltasten verschiebt ihn sofort.",
    lifted: "{post} aufgenommen.",
    over: "Platz {place}.",
    nowhere: "Hier kann er nicht abgelegt werden.",
    dropped: "{post} auf Platz {place} abgelegt.",
    cancelled: "{post} bleibt, wo er war.",
  },
} satisfies TranslationOf<typeof english>;
