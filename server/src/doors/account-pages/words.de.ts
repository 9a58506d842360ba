import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.en.ts";

export const german = {
  title: "Ihr Konto",
  signedInAs: "Angemeldet als {who}",
  apps: {
    title: "Verbundene Apps",
    none: "Es sind keine Apps verbunden.",
    unverified: "Ungeprüfter Name",
    publishedBy: "Veröffentlicht von {host}",
    mayWrite: "darf lesen und ändern",
    mayRead: "darf nur lesen",
    connected: "Verbunden am {when}",
    used: "zuletzt benutzt am {when}",
    unused: "noch nicht benutzt",
    disconnect: "Trennen",
    disconnectOne: "{name} trennen",
    disconnected: "Die App ist getrennt und hat keinen Zugang mehr.",
  },
  connect: {
    title: "App verbinden",
    paste: "Wenn ein Assistent oder eine andere App mit dem Model Context Protocol nach einer Server-Adresse fragt, fügen Sie diese ein:",
    after: "Die App öffnet dann hier eine Seite, auf der Sie wählen, was sie darf.",
  },
  password: {
    title: "Passwort ändern",
    hint: "Sie werden in allen anderen Browsern abgemeldet. Verbundene Apps bleiben verbunden.",
    email: "E-Mail-Adresse",
    current: "Jetziges Passwort",
    next: "Neues Passwort",
    change: "Passwort ändern",
    unfit: "Ihr neues Passwort muss {min} bis {max} Zeichen lang sein.",
    notYours: "Das ist nicht Ihr jetziges Passwort.",
    changed: "Ihr Passwort ist geändert. In allen anderen Browsern sind Sie abgemeldet.",
  },
  out: { title: "Abmelden", here: "Abmelden", everywhere: "In allen Browsern abmelden", hint: "Verbundene Apps bleiben verbunden." },
} as const satisfies TranslationOf<typeof english>;
