import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.en.ts";

export const french = {
  groups: {
    FAILURES: "Ce qui n’a pas fonctionné",
    ENDINGS: "Connexions qui se terminent bientôt",
    QUEUES: "Files d’attente bientôt vides",
    PUBLISHED: "Ce qui a été publié",
    AUTOMATIONS: "Automatisations",
  },
  digestSubject: "{count, plural, one {1 événement dans votre résumé} other {# événements dans votre résumé}}",
  mailSubject: "{count, plural, one {1 événement} other {# événements}}",
  more: "Et {count} autres.",
  why: "Vous recevez cet e-mail en tant que membre de {brand}.",
  choose: "Choisir ce que vous apprenez, et comment",
  stopDigest: "Ne plus recevoir les résumés de cette marque",
  stopMail: "Ne plus recevoir les e-mails immédiats de cette marque",
  openBrand: "Ouvrir la marque",
  happened: "C’est arrivé le {moment}.",
  at: "{moment} :",
  quoted: "« {name} »",
  aChannel: "Un canal",
  notAll: "Il y en a peut-être d’autres : tous les canaux n’ont pas pu être examinés pour ce message.",
  see: "Voir ce qu’il est devenu",
  published: "Ce qui a été publié",
  channels: "Les canaux",
  automations: "Les automatisations",
  statuses: { PUBLISHED: "publié", SENT: "envoyé", FAILED: "en échec", SKIPPED: "ignoré", RETRYING: "nouvel essai en cours" },
  failed: { subject: "Un post n’a pas été publié", sentence: "Le post {post} n’a pas été publié." },
  partly: {
    subject: "Un post n’a été publié qu’en partie",
    sentence: "Le post {post} a été publié, mais pas sur tous ses canaux.",
  },
  skipped: { subject: "Un post a été ignoré", sentence: "Le post {post} a été ignoré : il n’a atteint aucun canal." },
  done: { subject: "Un post a été publié", sentence: "Le post {post} a été publié." },
  disconnected: {
    subject: "Un canal est déconnecté",
    sentence: "Le canal {channel} ({type}) est déconnecté : rien n’y est publié tant que personne ne s’y reconnecte.",
    link: "Le reconnecter",
  },
  expiring: {
    subject: "Une connexion se termine bientôt",
    sentence: "La connexion de {account} se termine le {moment}. Reconnectez-vous avant, pour que les posts continuent de partir.",
    link: "Se reconnecter",
  },
  empty: {
    subject: "Une file d’attente se vide",
    sentence:
      "{posts, plural, one {La file d’attente de {collection} se vide : 1 post y attend.} other {La file d’attente de {collection} se vide : # posts y attendent.}}",
    last: "Le dernier part le {moment}.",
    link: "Ouvrir la file d’attente",
    page: "La file d’attente",
  },
  imported: {
    subject: "Une automatisation a créé des posts",
    sentence: "{posts, plural, one {L’automatisation {automation} a créé 1 post.} other {L’automatisation {automation} a créé # posts.}}",
    drafts:
      "{posts, plural, one {L’automatisation {automation} a créé 1 post, en brouillon.} other {L’automatisation {automation} a créé # posts, en brouillon.}}",
  },
  failing: { subject: "Une automatisation échoue", sentence: "L’automatisation {automation} a échoué {failures} fois de suite." },
  stop: {
    title: "Ne plus recevoir ces e-mails ?",
    lead: "Vous ne recevrez plus de {kind} de {brand}. Tout le reste demeure comme vous l’avez choisi.",
    button: "Ne plus les recevoir",
    kinds: { mail: "mails immédiats", digest: "résumés", chat: "messages dans votre messagerie" },
    done: "C’est fait",
    doneText: "Vous ne recevez plus de {kind} de {brand}.",
    nothing: "Rien à arrêter",
    incomplete: "Ce lien est incomplet. Copiez-le en entier depuis l’e-mail.",
    noMember: "Vous ne faites plus partie de cette marque : vous n’en apprenez donc plus rien.",
  },
} as const satisfies TranslationOf<typeof english>;
