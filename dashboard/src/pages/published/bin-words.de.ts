import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./bin-words.ts";

export const german = {
  title: "Papierkorb",
  back: "Veröffentlicht",
  lead: "Gelöschte Beiträge bleiben 90 Tage hier. Zeiten gelten in {zone}.",
  noneTitle: "Der Papierkorb ist leer",
  none: "Löscht jemand einen Beitrag, bleibt er 90 Tage hier und lässt sich wiederherstellen.",
  found: "{count, plural, one {# Beitrag} other {# Beiträge}}",
  pages: "Seiten des Papierkorbs",
  restore: "Wiederherstellen",
  restoreOf: "Wiederherstellen: {text}",
  cannot: "Nicht wiederherstellbar",
  operator: "Betreiber",
  withKey: "mit dem API-Schlüssel „{name}“",
  withProgram: "mit dem Programm „{name}“",
  withCollection: "zusammen mit seiner Sammlung",
  deleted: "Gelöscht {moment} von {who}",
  wasDraft: "War ein Entwurf in {collection}",
  wasQueued: "War in der Warteschlange von {collection}",
  wasQueuedFor: "War in der Warteschlange von {collection} für {moment}",
  wasTimed: "War für {moment} in {collection} geplant",
  wasPublished: "War schon hinausgegangen, aus {collection}",
  wasPublishedAt: "War {moment} hinausgegangen, aus {collection}",
  restored: {
    filesMissing:
      "{count, plural, one {Eine seiner Dateien wurde inzwischen gelöscht: Fügen Sie eine andere hinzu, bevor er hinausgeht.} other {# seiner Dateien wurden inzwischen gelöscht: Fügen Sie andere hinzu, bevor er hinausgeht.}}",
    draft: "Als Entwurf wiederhergestellt.",
    draftNow: "Als Entwurf wiederhergestellt: Seine Zeit ist vorbei, oder etwas davon fehlt.",
    queued: "In die Warteschlange zurückgelegt.",
    queuedFor: "In die Warteschlange zurückgelegt, für {moment}.",
    timed: "Für {moment} wiederhergestellt.",
    published: "Wiederhergestellt. Was hinausgegangen war, bleibt, wie es ist.",
  },
} satisfies TranslationOf<typeof english>;
