import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  label: "Aperçu sur {network}",
  tab: "{network} : {channel}",
  part: "Publication {number} sur {count}",
  more: "plus",
  seeMore: "Voir plus",
  showMore: "Voir plus",
  readMore: "Lire la suite",
  less: "Voir moins",
  picture: "{number} sur {count}",
  next: "Image suivante",
  previous: "Image précédente",
  moreFiles: "{count} de plus",
  document: "Document",
  goesOut: "Sera publié.",
  folded: "Sera publié. Les lecteurs voient la suite derrière « {more} ».",
  sentLater: "Sera publié plus tard : {why}",
  actions: {
    like: "J’aime",
    comment: "Commenter",
    repost: "Republier",
    send: "Envoyer",
    share: "Partager",
    save: "Enregistrer",
    subscribe: "S’abonner",
    visit: "Voir le site",
    vote: "Voter",
  },
  story: "Votre message…",
  webhook: "Ce que reçoit votre adresse",
} satisfies TranslationOf<typeof english>;
