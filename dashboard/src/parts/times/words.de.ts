import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  title: "Wann soll {collection} veröffentlichen?",
  lead: "Zu jeder Zeit geht der erste Beitrag der Warteschlange raus. Zeiten in {zone}.",
  label: "Zeiten",
  presets: {
    weekdays: "Werktags um {morning}",
    thrice: "Montag, Mittwoch und Freitag um {morning}",
    daily: "Jeden Tag um {morning} und {evening}",
    own: "Eigene Zeiten",
  },
  ownHint: "Wählen Sie jeden Tag und jede Stunde auf der Seite der Sammlung.",
  save: "Zeiten speichern",
  toWeek: "Zu ihrer Woche",
  saved: "{collection} veröffentlicht ab jetzt zu diesen Zeiten.",
} satisfies TranslationOf<typeof english>;
