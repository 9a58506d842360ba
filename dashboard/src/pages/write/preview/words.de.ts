import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  title: "Vorschau",
  refused: "wird nicht veröffentlicht",
  failed: "Die Vorschau kann gerade nicht gezeigt werden.",
  nothing: "Schreiben Sie etwas, und sehen Sie hier, was Leser bekommen.",
  awaitingFiles: "Dateien von Links werden beim Speichern geladen und dann hier gezeigt.",
  comment: "Erster Kommentar, {seconds, plural, =0 {sofort} one {nach # Sekunde} other {nach # Sekunden}}",
  commentLost: "Ohne den ersten Kommentar: Dort ist keiner möglich.",
} satisfies TranslationOf<typeof english>;
