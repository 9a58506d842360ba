import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./bin-words.ts";

export const french = {
  title: "Corbeille",
  back: "Publiées",
  lead: "Les publications supprimées restent ici 90 jours. Les heures sont celles de {zone}.",
  noneTitle: "La corbeille est vide",
  none: "Quand quelqu’un supprime une publication, elle reste ici 90 jours et peut être restaurée.",
  found: "{count, plural, one {# publication} other {# publications}}",
  pages: "Pages de la corbeille",
  restore: "Restaurer",
  restoreOf: "Restaurer : {text}",
  cannot: "Ne peut pas être restaurée",
  operator: "l’exploitant",
  withKey: "avec la clé d’API « {name} »",
  withProgram: "avec le programme « {name} »",
  withCollection: "avec sa collection",
  deleted: "Supprimée {moment} par {who}",
  wasDraft: "Était un brouillon dans {collection}",
  wasQueued: "Était dans la file de {collection}",
  wasQueuedFor: "Était dans la file de {collection} pour {moment}",
  wasTimed: "Était prévue pour {moment} dans {collection}",
  wasPublished: "Était déjà partie, de {collection}",
  wasPublishedAt: "Était partie {moment}, de {collection}",
  restored: {
    filesMissing:
      "{count, plural, one {L’un de ses fichiers a été supprimé entre-temps : ajoutez-en un autre avant l’envoi.} other {# de ses fichiers ont été supprimés entre-temps : ajoutez-en d’autres avant l’envoi.}}",
    draft: "Restaurée comme brouillon.",
    draftNow: "Restaurée comme brouillon : son heure est passée, ou il en manque une partie.",
    queued: "Remise dans la file.",
    queuedFor: "Remise dans la file, pour {moment}.",
    timed: "Restaurée pour {moment}.",
    published: "Restaurée. Ce qui était parti reste tel quel.",
  },
} satisfies TranslationOf<typeof english>;
