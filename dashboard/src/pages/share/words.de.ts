import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  title: "Teilen",
  lead: "Es wird nichts hochgeladen oder gespeichert, bevor Sie damit einen Beitrag schreiben.",
  brand: "Marke",
  collection: "Sammlung",
  noCollections: "Diese Marke hat noch keine Sammlung: Legen Sie zuerst eine an.",
  what: "Was Sie teilen",
  files: "Dateien",
  file: "{name}, {size}",
  write: "Beitrag schreiben",
  nothing: "Hier gibt es nichts zu teilen",
  nothingText:
    "Teilen Sie etwas aus einer anderen App oder Seite, dann erscheint es hier. Was binnen eines Tages nicht benutzt wird, wird vergessen.",
  notKept: "Das ließ sich nicht teilen",
  notKeptText:
    "Ihr Browser hatte keinen Platz dafür, oder er behält für diese Seite nichts. Teilen Sie weniger oder kleinere Dateien, oder fügen Sie sie selbst einem Beitrag hinzu.",
  noBrands: "Sie können in keiner Marke Beiträge schreiben. Bitten Sie einen Admin einer Marke, Sie in die Redaktion aufzunehmen.",
  settings: "Von überall teilen",
  settingsLead:
    "Schicken Sie, was Sie auf einer anderen Seite oder in einer anderen App sehen, in einen Beitrag. Sie sehen ihn erst an: Teilen veröffentlicht nichts.",
  bookmarklet: "Von jeder Seite",
  bookmarkletLead:
    "Ziehen Sie die Schaltfläche in die Lesezeichenleiste Ihres Browsers. Klicken Sie sie auf einer beliebigen Seite an: Ein kleines Fenster öffnet sich mit Titel, Adresse und dem, was dort markiert ist.",
  bookmark: "Mit Rostrum teilen",
  bookmarkHint: "Ziehen Sie sie in die Lesezeichenleiste. Hier angeklickt, tut sie nichts.",
  bookmarkCode: "Oder legen Sie selbst ein Lesezeichen an, mit dieser Adresse",
  bookmarkLimits:
    "In manchen Browsern hindern manche Seiten Lesezeichen an der Arbeit. Kopieren Sie dort die Adresse der Seite und schreiben Sie einen Beitrag damit.",
  phone: "Vom Telefon",
  phoneLead:
    "Installieren Sie das Dashboard als App: Dann steht es in der Liste, die sich öffnet, wenn Sie in einer anderen App einen Text, einen Link, Bilder oder Videos teilen.",
  phoneSteps: {
    android:
      "Android: Öffnen Sie diese Seite in Chrome, Edge oder Samsung Internet und wählen Sie im Menü „App installieren“ oder „Zum Startbildschirm hinzufügen“.",
    apple:
      "iPhone und iPad: „Zum Home-Bildschirm“ im Teilen-Menü von Safari macht auch eine App, aber Apple lässt solche Apps nicht im Teilen-Menü erscheinen.",
    computer: "Computer: Chrome und Edge zeigen dafür eine Schaltfläche in der Adressleiste.",
  },
  phoneNeeds: "Browser bieten das bei Diensten mit https an, und auf dem Rechner, auf dem der Dienst läuft.",
} as const satisfies TranslationOf<typeof english>;
