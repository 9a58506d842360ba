import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  title: "Aperçu",
  refused: "ne sera pas publié",
  failed: "L’aperçu ne peut pas être affiché pour le moment.",
  nothing: "Écrivez quelque chose et voyez ici ce que les lecteurs recevront.",
  awaitingFiles: "Les fichiers des liens sont récupérés à l’enregistrement, puis affichés ici.",
  comment: "Premier commentaire, {seconds, plural, =0 {aussitôt} one {après # seconde} other {après # secondes}}",
  commentLost: "Sans le premier commentaire : il n’est pas possible là-bas.",
} satisfies TranslationOf<typeof english>;
