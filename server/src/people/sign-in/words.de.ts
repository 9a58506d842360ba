import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.en.ts";

export const german = {
  signIn: "Anmelden",
  to: "bei {host}",
  email: "E-Mail-Adresse",
  password: "Passwort",
  forgot: "Vergessen?",
  noAccount: "Noch kein Konto?",
  signUp: "Konto anlegen",
  invited: "Eingeladen? Öffnen Sie den Link in Ihrer Einladung. Dort sehen Sie, wer Sie wozu einlädt, und wählen ein Passwort.",
  demo: "Nur zum Ausprobieren? E-Mail-Adresse und Passwort der Demo stehen im Protokoll des Dienstes.",
  programmers: "Für Entwickler",
  apiDocs: "API-Dokumentation",
  openApi: "OpenAPI-Dokument",
  sandbox: "Sandbox-Netzwerke",
  wrong: "Die E-Mail-Adresse oder das Passwort stimmt nicht.",
  tooMany: "Zu viele Versuche. Warten Sie {minutes, plural, one {eine Minute} other {# Minuten}} und versuchen Sie es dann noch einmal.",
  stale: {
    title: "Dieses Formular ist veraltet",
    text: "Es wurde nichts geändert. Vielleicht hat sich seit dem Öffnen der Seite jemand an- oder abgemeldet, das Formular kam von einer anderen Website, oder Ihr Browser blockiert Cookies.",
    elsewhere:
      "Wenn Sie den Dienst unter einer anderen Adresse als {address} geöffnet haben, öffnen Sie ihn dort: Nur dort können Sie sich anmelden.",
    again: "Seite neu öffnen",
  },
} as const satisfies TranslationOf<typeof english>;
