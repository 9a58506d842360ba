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
} satisfies TranslationOf<typeof english>;
