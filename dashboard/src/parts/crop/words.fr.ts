import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  title: "Recadrer {name}",
  close: "Fermer",
  explanation: "La partie recadrée devient un nouveau fichier. L’original reste dans la médiathèque.",
  ratio: "Format",
  free: "Libre",
  notOn: "pas sur {networks}",
  rotate: "Pivoter de 90°",
  selection: "Partie de l’image. Les flèches la déplacent.",
  handles: {
    n: "Bord supérieur. Les flèches le déplacent.",
    e: "Bord droit. Les flèches le déplacent.",
    s: "Bord inférieur. Les flèches le déplacent.",
    w: "Bord gauche. Les flèches le déplacent.",
    ne: "Coin supérieur droit. Les flèches le déplacent.",
    nw: "Coin supérieur gauche. Les flèches le déplacent.",
    se: "Coin inférieur droit. Les flèches le déplacent.",
    sw: "Coin inférieur gauche. Les flèches le déplacent.",
  },
  numbers: "En pixels",
  left: "Depuis la gauche",
  top: "Depuis le haut",
  width: "Largeur",
  height: "Hauteur",
  result: "Le résultat fait {width} × {height} pixels.",
  cancel: "Annuler",
  crop: "Recadrer",
  loading: "Chargement de l’image",
  unreadable: "L’image ne peut pas être affichée ici. Elle est peut-être endommagée ou a été supprimée.",
} satisfies TranslationOf<typeof english>;
