import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.en.ts";

export const french = {
  skip: "Aller au contenu",
  trail: "Fil d’Ariane",
  languages: "Langue",
  home: "Rostrum, page d’accueil",
  error: "Erreur : {title}",
  said: "Dites-le une fois. Publié partout, une seule fois.",
  saidMore: "Treize réseaux, un calendrier et une réponse claire à « est-ce parti ? ». Sur votre propre serveur.",
  shown: {
    today: { hour: "9 h 00", text: "L’Avent commence au comptoir.", state: "5 sur 5 envoyés" },
    thursday: { hour: "jeu. 8 h 00", text: "Case 3 : le croissant aux amandes.", state: "Planifié" },
    friday: { hour: "ven. 16 h 00", text: "Les bretzels du vendredi, à quatre heures.", state: "Attend un oui" },
  },
  failures: {
    missing: "Il n’y a pas de page ici",
    missingText: "L’adresse est peut-être mal écrite, ou ce qui se trouvait ici n’existe plus.",
    broken: "Un problème est survenu",
    brokenText: "C’est notre faute, pas la vôtre. Ce que vous venez de faire a peut-être fonctionné : vérifiez avant de recommencer.",
    refused: "Cela n’a pas fonctionné",
    home: "Aller à l’accueil",
  },
  dashboard: {
    notKept: "Le partage n’a pas fonctionné",
    notKeptText:
      "Rien n’a été conservé, car ce navigateur n’a pas encore ouvert le tableau de bord. Ouvrez-le une fois, puis partagez de nouveau.",
    notBuilt: "Le tableau de bord n’a pas été construit",
    notBuiltText: "Tout le reste fonctionne. Lancez {command} dans le répertoire du service, puis redémarrez-le.",
  },
} as const satisfies TranslationOf<typeof english>;
