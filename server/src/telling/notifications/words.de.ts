import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.en.ts";

export const german = {
  groups: {
    FAILURES: "Was schiefging",
    ENDINGS: "Anmeldungen, die bald enden",
    QUEUES: "Warteschlangen, die leer laufen",
    PUBLISHED: "Was veröffentlicht wurde",
    AUTOMATIONS: "Automationen",
  },
  digestSubject: "{count, plural, one {1 Sache in Ihrer Zusammenfassung} other {# Sachen in Ihrer Zusammenfassung}}",
  mailSubject: "{count, plural, one {1 Sache ist geschehen} other {# Sachen sind geschehen}}",
  more: "Und {count} weitere.",
  why: "Sie bekommen diese Mail als Mitglied von {brand}.",
  choose: "Wählen, was Sie erfahren und wie",
  stopDigest: "Zusammenfassungen dieser Marke abbestellen",
  stopMail: "Sofort-Mails zu dieser Marke abbestellen",
  openBrand: "Marke öffnen",
  happened: "Das geschah am {moment}.",
  at: "{moment}:",
  quoted: "„{name}“",
  aChannel: "Ein Kanal",
  notAll: "Vielleicht gibt es weitere: Für diese Nachricht konnten nicht alle Kanäle angesehen werden.",
  see: "Sehen, was daraus wurde",
  published: "Was veröffentlicht wurde",
  channels: "Die Kanäle",
  automations: "Die Automationen",
  statuses: {
    PUBLISHED: "veröffentlicht",
    SENT: "gesendet",
    FAILED: "fehlgeschlagen",
    SKIPPED: "ausgelassen",
    RETRYING: "wird erneut versucht",
  },
  failed: { subject: "Ein Beitrag wurde nicht veröffentlicht", sentence: "Der Beitrag {post} wurde nicht veröffentlicht." },
  partly: {
    subject: "Ein Beitrag wurde nur teilweise veröffentlicht",
    sentence: "Der Beitrag {post} wurde veröffentlicht, aber nicht auf allen Kanälen.",
  },
  skipped: { subject: "Ein Beitrag wurde ausgelassen", sentence: "Der Beitrag {post} wurde ausgelassen: Er erreichte keinen Kanal." },
  done: { subject: "Ein Beitrag wurde veröffentlicht", sentence: "Der Beitrag {post} wurde veröffentlicht." },
  disconnected: {
    subject: "Ein Kanal ist getrennt",
    sentence: "Der Kanal {channel} ({type}) ist getrennt: Dort wird nichts veröffentlicht, bis sich jemand neu anmeldet.",
    link: "Wieder verbinden",
  },
  expiring: {
    subject: "Eine Anmeldung endet bald",
    sentence: "Die Anmeldung von {account} endet am {moment}. Melden Sie sich vorher neu an, damit weiter Beiträge hinausgehen.",
    link: "Neu anmelden",
  },
  empty: {
    subject: "Eine Warteschlange läuft leer",
    sentence:
      "{posts, plural, one {Die Warteschlange von {collection} läuft leer: Darin wartet 1 Beitrag.} other {Die Warteschlange von {collection} läuft leer: Darin warten # Beiträge.}}",
    last: "Der letzte geht am {moment} hinaus.",
    link: "Warteschlange öffnen",
    page: "Die Warteschlange",
  },
  imported: {
    subject: "Eine Automation hat Beiträge angelegt",
    sentence:
      "{posts, plural, one {Die Automation {automation} hat 1 Beitrag angelegt.} other {Die Automation {automation} hat # Beiträge angelegt.}}",
    drafts:
      "{posts, plural, one {Die Automation {automation} hat 1 Beitrag als Entwurf angelegt.} other {Die Automation {automation} hat # Beiträge als Entwürfe angelegt.}}",
  },
  failing: {
    subject: "Eine Automation schlägt fehl",
    sentence: "Die Automation {automation} ist {failures}-mal hintereinander fehlgeschlagen.",
  },
  stop: {
    title: "Diese Mails abbestellen?",
    lead: "Sie bekommen keine {kind} zu {brand} mehr. Alles andere bleibt, wie Sie es gewählt haben.",
    button: "Abbestellen",
    kinds: { mail: "Sofort-Mails", digest: "Zusammenfassungen", chat: "Nachrichten in Ihrem Chat" },
    done: "Abbestellt",
    doneText: "Sie bekommen keine {kind} zu {brand} mehr.",
    nothing: "Nichts abzubestellen",
    incomplete: "Dieser Link ist unvollständig. Kopieren Sie ihn ganz aus der Mail.",
    noMember: "Sie gehören nicht mehr zu dieser Marke und erfahren deshalb nichts von ihr.",
  },
} as const satisfies TranslationOf<typeof english>;
