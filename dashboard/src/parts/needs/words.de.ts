import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  title: "Braucht Sie",
  count: "{count, plural, one {# Sache braucht Sie} other {# Sachen brauchen Sie}}",
  post: "Beitrag {id}",
  failed: "{post} kam nicht bei {networks} an",
  comment: "Der erste Kommentar unter {post} kam nicht bei {networks} an",
  othersOut: "{count, plural, one {Der andere ist draußen.} other {Die anderen # sind draußen.}}",
  underWay: "{count, plural, one {Einer ist noch unterwegs.} other {# sind noch unterwegs.}}",
  undecided: "Kam {post} bei {networks} an?",
  undecidedText:
    "Das Netzwerk hat nicht geantwortet. Sehen Sie dort nach und sagen Sie dann, was Sie gefunden haben. Nichts wird doppelt gesendet.",
  logInEnded: "{network} hat die Anmeldung beendet",
  logInEndedText:
    "{count, plural, =0 {Auf {channel} erscheint nichts, bis sich jemand anmeldet.} one {Ein Beitrag der nächsten sieben Tage erscheint ohne {channel}.} other {# Beiträge der nächsten sieben Tage erscheinen ohne {channel}.}}",
  logInEnds: "Die Anmeldung bei {network} endet {when}",
  logInEndsText: "Melden Sie sich jetzt bei {channel} an, dann läuft alles weiter.",
  paused: "Die Warteschlange ist angehalten",
  pausedText: "{count, plural, one {Ein Beitrag wartet.} other {# Beiträge warten.}}",
  noTimes: "{collection} hat keine Zeiten",
  noTimesText: "{count, plural, one {Ein Beitrag wartet darin ohne Termin.} other {# Beiträge warten darin ohne Termin.}}",
  noChannels: "{collection} hat keinen Kanal",
  noChannelsText:
    "{count, plural, one {Ein Beitrag wartet darin und kann nicht hinaus.} other {# Beiträge warten darin und können nicht hinaus.}}",
  dry: "{collection} ist nach {when} leer",
  dryNow: "{collection} ist leer",
  dryText:
    "{count, plural, =0 {Für die nächsten Zeiten gibt es keinen Beitrag.} one {Ein freier Platz in den nächsten sieben Tagen.} other {# freie Plätze in den nächsten sieben Tagen.}}",
  willFail: "{post} wird bei {networks} nicht ankommen",
  at: "{when}.",
  tryAgain: "Noch einmal versuchen",
  tryingAgain: "Wird noch einmal gesendet.",
  look: "Ansehen",
  leave: "So lassen",
  left: "Bleibt so: {post}",
  logIn: "Bei {network} anmelden",
  resume: "Einstellungen öffnen",
  chooseTimes: "Zeiten wählen",
  chooseChannels: "Kanäle wählen",
  fill: "Schreiben",
  fix: "Beheben",
  pills: {
    failed: "{count, plural, one {# fehlgeschlagen} other {# fehlgeschlagen}}",
    undecided: "{count, plural, one {# unklar} other {# unklar}}",
    logInEnded: "{network} abgemeldet",
    logInEnds: "{network}, {when}",
    paused: "Angehalten",
    noTimes: "Keine Zeiten",
    noChannels: "Kein Kanal",
    dry: "Läuft leer",
  },
} satisfies TranslationOf<typeof english>;
