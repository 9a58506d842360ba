import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  tick: "Netzwerke",
  connected: "Verbunden: {names}",
  byLogIn: "Anmelden",
  bySandbox: "Im Sandbox-Netzwerk anmelden",
  byForm: "Mit Token oder Adresse",
  notReady: "Muss erst vom Betreiber eingerichtet werden",
  logIn: "Bei {network} anmelden",
  logInSandbox: "Bei {network} anmelden (Sandbox)",
  connectByForm: "{network} verbinden",
  follows: "Sobald das erledigt ist, folgt das nächste Netzwerk von selbst.",
  safe: "Sie melden sich beim Netzwerk selbst an. Wir bewahren einen Schlüssel auf, nie Ihr Passwort.",
  ways: "Wie möchten Sie sich bei {network} anmelden?",
  byFacebook: "Über Facebook",
  byFacebookText: "Wenn Ihr Instagram-Konto zu einer Facebook-Seite gehört. Eine Anmeldung verbindet die Konten aller Ihrer Seiten.",
  byInstagram: "Direkt bei Instagram",
  byInstagramText: "Wenn es keine Facebook-Seite gibt. Dafür ist ein professionelles Konto nötig; nur dieses wird verbunden.",
  toProfile: "Für Ihr Profil",
  toProfileText: "Beiträge erscheinen unter Ihrem eigenen Namen.",
  toPages: "Für Unternehmensseiten",
  toPagesText: "Wenn Sie Seiten von Unternehmen verwalten. Sie wählen, welche davon, und auf Wunsch auch Ihr Profil.",
  otherWays: "Andere Wege",
  sandbox: "Sandbox",
} satisfies TranslationOf<typeof english>;
