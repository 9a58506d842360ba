import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  title: "File d’attente",
  import: "Importer",
  lead: "À chaque créneau part la publication du haut.",
  zone: "Heures de {zone}.",
  collection: "Collection",
  noCollections: "Pas encore de collection",
  noCollectionsText: "Une collection a des canaux et des créneaux hebdomadaires. Ses publications attendent ici leur créneau.",
  newCollection: "Nouvelle collection",
  write: "Écrire pour elle",
  none: "Cette file est vide",
  noneText: "Les publications que vous ajoutez à la file de cette collection partent à ses créneaux, l’une après l’autre.",
  count: "{count, plural, one {# publication} other {# publications}}, {slots, plural, one {# créneau} other {# créneaux}} par semaine",
  noDate: "Sans créneau",
  up: "Monter {post}",
  down: "Descendre {post}",
  place: "place {place} sur {of}",
  keys: "Alt avec la flèche vers le haut ou le bas déplace la publication sélectionnée.",
  free: "Prochains créneaux libres",
  stuck: "Rien ne part de cette file",
  spoken: {
    instructions:
      "Pour déplacer une publication, appuyez sur la barre d’espace. Choisissez ensuite une autre place avec les flèches vers le haut et le bas. Appuyez de nouveau sur espace pour la poser, ou sur Échap pour la laisser où elle était. Alt avec ces flèches la déplace aussitôt.",
    lifted: "{post} soulevée.",
    over: "Place {place}.",
    nowhere: "Elle ne peut pas être posée ici.",
    dropped: "{post} posée à la place {place}.",
    cancelled: "{post} reste où elle était.",
  },
} satisfies TranslationOf<typeof english>;
