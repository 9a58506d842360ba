import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  tick: "Réseaux",
  connected: "Connecté : {names}",
  byLogIn: "Se connecter",
  bySandbox: "Se connecter au réseau d’essai",
  byForm: "Avec un jeton ou une adresse",
  notReady: "L’exploitant doit d’abord le configurer",
  logIn: "Se connecter à {network}",
  logInSandbox: "Se connecter à {network} (essai)",
  connectByForm: "Connecter {network}",
  follows: "Dès que c’est fait, le suivant s’ouvre de lui-même.",
  safe: "Vous vous connectez sur le réseau lui-même. Nous gardons une clé, jamais votre mot de passe.",
  ways: "Comment vous connecter à {network} ?",
  byFacebook: "Avec Facebook",
  byFacebookText: "Si votre compte Instagram est lié à une Page Facebook. Une seule connexion relie les comptes de toutes vos Pages.",
  byInstagram: "Directement avec Instagram",
  byInstagramText: "S’il n’y a pas de Page Facebook. Il faut un compte professionnel, et lui seul est relié.",
  toProfile: "Pour votre profil",
  toProfileText: "Les posts paraissent sous votre propre nom.",
  toPages: "Pour des Pages",
  toPagesText: "Si vous gérez des Pages d’entreprises. Vous choisissez lesquelles, et votre profil aussi si vous le souhaitez.",
  otherWays: "Autres façons de connecter",
  sandbox: "Essai",
} satisfies TranslationOf<typeof english>;
