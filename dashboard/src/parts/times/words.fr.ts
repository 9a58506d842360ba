import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  title: "Quand {collection} doit-elle publier ?",
  lead: "À chaque horaire part la première publication de la file. Heures de {zone}.",
  label: "Horaires",
  presets: {
    weekdays: "En semaine à {morning}",
    thrice: "Lundi, mercredi et vendredi à {morning}",
    daily: "Tous les jours à {morning} et {evening}",
    own: "Mes propres horaires",
  },
  ownHint: "Choisissez chaque jour et chaque heure sur la page de la collection.",
  save: "Enregistrer les horaires",
  toWeek: "Aller à sa semaine",
  saved: "{collection} publie désormais à ces horaires.",
} satisfies TranslationOf<typeof english>;
