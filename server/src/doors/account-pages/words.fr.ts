import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.en.ts";

export const french = {
  title: "Votre compte",
  signedInAs: "Connecté en tant que {who}",
  apps: {
    title: "Applications connectées",
    none: "Aucune application n’est connectée.",
    unverified: "Nom non vérifié",
    publishedBy: "Publiée par {host}",
    mayWrite: "peut lire et modifier",
    mayRead: "peut seulement lire",
    connected: "Connectée le {when}",
    used: "utilisée le {when}",
    unused: "pas encore utilisée",
    disconnect: "Déconnecter",
    disconnectOne: "Déconnecter {name}",
    disconnected: "L’application est déconnectée et n’a plus accès.",
  },
  connect: {
    title: "Connecter une application",
    paste:
      "Quand un assistant ou une autre application compatible avec le Model Context Protocol demande l’adresse d’un serveur, collez celle-ci :",
    after: "L’application ouvre ensuite une page ici, où vous choisissez ce qu’elle peut faire.",
  },
  password: {
    title: "Changer de mot de passe",
    hint: "Vous serez déconnecté dans tous les autres navigateurs. Les applications restent connectées.",
    email: "Adresse e-mail",
    current: "Mot de passe actuel",
    next: "Nouveau mot de passe",
    change: "Changer le mot de passe",
    unfit: "Votre nouveau mot de passe doit compter de {min} à {max} caractères.",
    notYours: "Ce n’est pas votre mot de passe actuel.",
    changed: "Votre mot de passe est changé. Vous êtes déconnecté dans tous les autres navigateurs.",
  },
  out: {
    title: "Se déconnecter",
    here: "Se déconnecter",
    everywhere: "Se déconnecter de tous les navigateurs",
    hint: "Les applications restent connectées.",
  },
} as const satisfies TranslationOf<typeof english>;
