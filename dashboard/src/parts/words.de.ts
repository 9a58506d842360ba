import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  close: "Schließen",
  cancel: "Abbrechen",
  undo: "Rückgängig",
  open: "Öffnen",
  save: "Speichern",
  showPassword: "Eingabe anzeigen",
  failed: "Das hat nicht geklappt",
  signedOut: "Sie wurden abgemeldet. Was Sie geschrieben haben, ist noch da.",
  signIn: "Wieder anmelden",
  undone: "Rückgängig gemacht.",
  more: "{count} weitere",
  states: {
    planned: "Geplant",
    waiting: "Wartet auf Freigabe",
    leaving: "Wird gesendet",
    sent: "Gesendet",
    failed: "Fehlgeschlagen",
    skipped: "Ausgelassen",
    draft: "Entwurf",
  },
  networks: { "Social Media": "Webhook" },
  free: "frei",
  writeFor: "Freier Termin: {when}. Dafür schreiben",
  deleted: "{count, plural, one {Gelöscht. Der Beitrag liegt im Papierkorb.} other {Gelöscht. # Beiträge liegen im Papierkorb.}}",
  noText: "Kein Text",
} satisfies TranslationOf<typeof english>;
