import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  title: "Einladung",
  may: {
    admin: "Als Admin schreiben und veröffentlichen Sie und verwalten Kanäle und Mitglieder.",
    editor: "In der Redaktion schreiben, planen und veröffentlichen Sie.",
    viewer: "Mit Leserecht sehen Sie alles und ändern nichts.",
  },
  invites: "{by} lädt Sie zu {brand} ein.",
  until: "Die Einladung gilt bis {moment} ({zone}).",
  as: "Sie sind angemeldet als {name} ({email}).",
  accept: "Annehmen",
  accepted: "Willkommen bei {brand}.",
  notNow: "Jetzt nicht",
  member: "Sie gehören schon zu {brand}.",
  open: "{brand} öffnen",
  used: "Diese Einladung wurde schon benutzt. Jeder Link lässt eine Person herein: Bitten Sie um einen neuen.",
  expired: "Diese Einladung ist {moment} ({zone}) abgelaufen. Bitten Sie um eine neue.",
  askAgain: "Sie kam von {by}.",
  unknown: "Vielleicht wurde diese Einladung zurückgezogen, oder der Link ist unvollständig. Bitten Sie um eine neue.",
  home: "Zu Ihren Marken",
} as const satisfies TranslationOf<typeof english>;
