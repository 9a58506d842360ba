import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.en.ts";

export const german = {
  skip: "Zum Inhalt springen",
  trail: "Pfad",
  languages: "Sprache",
  home: "Rostrum, Startseite",
  error: "Fehler: {title}",
  said: "Einmal sagen. Überall gesendet, genau einmal.",
  saidMore: "Dreizehn Netzwerke, ein Kalender und eine klare Antwort auf „Ist es raus?“. Auf Ihrem eigenen Server.",
  shown: {
    today: { hour: "9:00", text: "Der Advent beginnt an der Theke.", state: "5 von 5 gesendet" },
    thursday: { hour: "Do 8:00", text: "Türchen 3: das Mandelcroissant.", state: "Geplant" },
    friday: { hour: "Fr 16:00", text: "Freitagsbrezeln um vier.", state: "Wartet auf ein Ja" },
  },
  failures: {
    missing: "Hier ist keine Seite",
    missingText: "Vielleicht ist die Adresse falsch geschrieben, oder was hier war, gibt es nicht mehr.",
    broken: "Etwas ist schiefgegangen",
    brokenText:
      "Das liegt an uns, nicht an Ihnen. Was Sie gerade getan haben, kann trotzdem gewirkt haben: Sehen Sie nach, bevor Sie es wiederholen.",
    refused: "Das hat nicht geklappt",
    home: "Zur Startseite",
  },
} as const satisfies TranslationOf<typeof english>;
