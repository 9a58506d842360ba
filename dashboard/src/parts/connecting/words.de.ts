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
  safe: "Sie melden sich beim Netzwerk selbst an. Wir bewahren einen Schlüssel auf, nie Ihr Passwort.",
  ways: "Wie möchten Sie sich bei Instagram anmelden?",
  byFacebook: "Über Facebook",
  byFacebookText: "Wenn Ihr Instagram-Konto zu einer Facebook-Seite gehört. Eine Anmeldung verbindet die Konten aller Ihrer Seiten.",
  byInstagram: "Direkt bei Instagram",
  byInstagramText: "Wenn es keine Facebook-Seite gibt. Dafür ist ein professionelles Konto nötig; nur dieses wird verbunden.",
  otherWays: "Andere Wege",
  sandbox: "Sandbox",
} satisfies TranslationOf<typeof english>;
