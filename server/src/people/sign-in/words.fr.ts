import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.en.ts";

export const french = {
  signIn: "Se connecter",
  to: "à {host}",
  email: "Adresse e-mail",
  password: "Mot de passe",
  forgot: "Oublié ?",
  noAccount: "Pas encore de compte ?",
  signUp: "Créer un compte",
  invited:
    "Vous êtes invité ? Ouvrez le lien de votre invitation. Vous y verrez qui vous invite et à quoi, et vous y choisirez un mot de passe.",
  demo: "Simple essai ? L’adresse e-mail et le mot de passe de la démo figurent dans le journal du service.",
  programmers: "Pour les développeurs",
  apiDocs: "Documentation de l’API",
  openApi: "Document OpenAPI",
  sandbox: "Réseaux de test",
  wrong: "L’adresse e-mail ou le mot de passe est incorrect.",
  tooMany: "Trop de tentatives. Attendez {minutes, plural, one {une minute} other {# minutes}}, puis réessayez.",
  stale: {
    title: "Ce formulaire n’est plus à jour",
    text: "Rien n’a été modifié. Quelqu’un s’est peut-être connecté ou déconnecté depuis l’ouverture de la page, le formulaire vient peut-être d’un autre site, ou votre navigateur bloque les cookies.",
    elsewhere:
      "Si vous avez ouvert le service à une autre adresse que {address}, ouvrez-le là : la connexion ne fonctionne nulle part ailleurs.",
    again: "Rouvrir la page",
  },
} as const satisfies TranslationOf<typeof english>;
