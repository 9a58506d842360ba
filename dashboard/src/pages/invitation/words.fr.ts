import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  title: "Invitation",
  may: {
    admin: "En administration, vous écrivez et publiez, et vous gérez les canaux et les membres.",
    editor: "En rédaction, vous écrivez, planifiez et publiez.",
    viewer: "En lecture seule, vous voyez tout et ne modifiez rien.",
  },
  invites: "{by} vous invite à rejoindre {brand}.",
  until: "L’invitation est valable jusqu’au {moment} ({zone}).",
  as: "Vous êtes connecté en tant que {name} ({email}).",
  accept: "Accepter",
  accepted: "Bienvenue chez {brand}.",
  notNow: "Pas maintenant",
  member: "Vous faites déjà partie de {brand}.",
  open: "Ouvrir {brand}",
  used: "Cette invitation a déjà servi. Chaque lien ne laisse entrer qu’une personne : demandez-en un nouveau.",
  expired: "Cette invitation a expiré le {moment} ({zone}). Demandez-en une nouvelle.",
  askAgain: "Elle venait de {by}.",
  unknown: "Cette invitation a peut-être été retirée, ou le lien est incomplet. Demandez-en une nouvelle.",
  home: "Aller à vos marques",
} as const satisfies TranslationOf<typeof english>;
