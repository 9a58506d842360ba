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
  dashboard: {
    notKept: "Das ließ sich nicht teilen",
    notKeptText:
      "Es wurde nichts behalten, weil dieser Browser das Dashboard noch nicht geöffnet hat. Öffnen Sie es einmal, und teilen Sie es dann noch einmal.",
    notBuilt: "Das Dashboard ist noch nicht gebaut",
    notBuiltText: "Alles andere funktioniert. Führen Sie im Verzeichnis des Dienstes {command} aus, und starten Sie ihn dann neu.",
  },
} as const satisfies TranslationOf<typeof english>;
