import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  title: "Partager",
  lead: "Rien n’est envoyé ni enregistré avant que vous n’écriviez un post avec.",
  brand: "Marque",
  collection: "Collection",
  noCollections: "Cette marque n’a pas encore de collection : créez-en d’abord une.",
  what: "Ce que vous partagez",
  files: "Fichiers",
  file: "{name}, {size}",
  write: "Écrire un post",
  nothing: "Il n’y a rien à partager ici",
  nothingText:
    "Partagez quelque chose depuis une autre application ou page, et cela apparaîtra ici. Ce qui n’est pas utilisé dans la journée est oublié.",
  notKept: "Le partage n’a pas fonctionné",
  notKeptText:
    "Votre navigateur n’avait pas assez de place, ou il ne garde rien pour cette page. Partagez moins de fichiers ou de plus petits, ou ajoutez-les vous-même à un post.",
  noBrands: "Vous ne pouvez écrire dans aucune marque. Demandez à un administrateur d’une marque de vous confier la rédaction.",
  settings: "Partager de partout",
  settingsLead:
    "Envoyez dans un post ce que vous voyez sur une autre page ou dans une autre application. Vous le vérifiez d’abord : partager ne publie rien.",
  bookmarklet: "Depuis n’importe quelle page",
  bookmarkletLead:
    "Glissez le bouton dans la barre de favoris de votre navigateur. Sur n’importe quelle page, cliquez dessus : une petite fenêtre s’ouvre avec le titre de la page, son adresse et ce qui y est sélectionné.",
  bookmark: "Partager avec Rostrum",
  bookmarkHint: "Glissez-le dans la barre de favoris. Ici, un clic n’a aucun effet.",
  bookmarkCode: "Ou créez vous-même un favori avec cette adresse",
  bookmarkLimits:
    "Dans certains navigateurs, certaines pages empêchent les favoris de fonctionner. Copiez alors l’adresse de la page et écrivez un post avec.",
  phone: "Depuis un téléphone",
  phoneLead:
    "Installez le tableau de bord comme application : il figure alors dans la liste qui s’ouvre quand vous partagez un texte, un lien, des images ou des vidéos dans une autre application.",
  phoneSteps: {
    android:
      "Android : ouvrez cette page dans Chrome, Edge ou Samsung Internet, puis choisissez « Installer l’application » ou « Ajouter à l’écran d’accueil » dans le menu.",
    apple:
      "iPhone et iPad : « Sur l’écran d’accueil », dans le menu de partage de Safari, crée aussi une application, mais Apple n’affiche pas ces applications dans le menu de partage.",
    computer: "Ordinateurs : Chrome et Edge affichent un bouton pour cela dans la barre d’adresse.",
  },
  phoneNeeds: "Les navigateurs le proposent pour les services en https, et sur la machine où tourne le service.",
} as const satisfies TranslationOf<typeof english>;
