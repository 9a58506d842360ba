import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  close: "Fermer",
  cancel: "Annuler",
  undo: "Annuler",
  open: "Ouvrir",
  save: "Enregistrer",
  showPassword: "Afficher la saisie",
  failed: "Cela n’a pas fonctionné",
  signedOut: "Vous avez été déconnecté. Ce que vous avez écrit est toujours là.",
  signIn: "Se reconnecter",
  undone: "Action annulée.",
  undoneWithoutFiles:
    "{count, plural, one {Action annulée, mais l’un des fichiers a été supprimé entre-temps. Ajoutez-en un autre avant l’envoi.} other {Action annulée, mais # fichiers ont été supprimés entre-temps. Ajoutez-en d’autres avant l’envoi.}}",
  undoneAsDrafts:
    "{count, plural, one {Rétablie comme brouillon : son heure n’est plus possible. Planifiez-la de nouveau.} other {Rétablies, dont # comme brouillons : leur heure n’est plus possible. Planifiez-les de nouveau.}}",
  more: "{count} de plus",
  states: {
    planned: "Planifié",
    waiting: "En attente de validation",
    leaving: "En cours d’envoi",
    sent: "Envoyé",
    failed: "Échec",
    skipped: "Non publié",
    draft: "Brouillon",
  },
  networks: { "Social Media": "Webhook" },
  free: "libre",
  writeFor: "Créneau libre : {when}. Écrire pour ce créneau",
  deleted:
    "{count, plural, one {Supprimée. La publication est dans la corbeille.} other {Supprimées. # publications sont dans la corbeille.}}",
  noText: "Aucun texte",
  stay: "Rester ici",
  leave: "Quitter",
  copy: "Copier",
  copied: "Copié",
  copyOf: "Copier : {label}",
  cannotCopy: "Votre navigateur ne permet pas à cette page de copier. Sélectionnez le texte et copiez-le vous-même.",
  brandSettings: "Paramètres de la marque",
  noZone: "Aucun fuseau ne porte ce nom. Essayez la grande ville la plus proche.",
  notLoaded: "Une partie de cette page n’a pas pu être chargée. Rechargez la page : il y a peut-être une nouvelle version.",
  inDoubt: "Il n’est pas certain que cela ait été enregistré. La vérification peut prendre quelques minutes.",
  upload: {
    tooLarge: "Il dépasse 100 Mo, la taille maximale d’un fichier.",
    refused: "Le service a répondu avec le statut {status}. Réessayez.",
    unreachable: "Le service est injoignable. Vérifiez la connexion, puis réessayez.",
    stuck: "L’envoi du fichier s’est interrompu. Réessayez.",
    cancelled: "L’envoi du fichier a été annulé.",
    gone: "Le fichier n’existe plus.",
  },
} satisfies TranslationOf<typeof english>;
