import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  label: "Vorschau auf {network}",
  tab: "{network}: {channel}",
  part: "Beitrag {number} von {count}",
  more: "mehr",
  seeMore: "Mehr anzeigen",
  showMore: "Mehr anzeigen",
  readMore: "Weiterlesen",
  less: "Weniger anzeigen",
  picture: "{number} von {count}",
  next: "Nächstes Bild",
  previous: "Voriges Bild",
  moreFiles: "{count} weitere",
  document: "Dokument",
  goesOut: "Wird veröffentlicht.",
  folded: "Wird veröffentlicht. Den Rest sehen Leser hinter „{more}“.",
  sentLater: "Wird später veröffentlicht: {why}",
  actions: {
    like: "Gefällt mir",
    comment: "Kommentar",
    repost: "Reposten",
    send: "Senden",
    share: "Teilen",
    save: "Merken",
    subscribe: "Abonnieren",
    visit: "Website öffnen",
    vote: "Abstimmen",
  },
  story: "Ihre Nachricht …",
  webhook: "Was Ihre Adresse erhält",
} satisfies TranslationOf<typeof english>;
