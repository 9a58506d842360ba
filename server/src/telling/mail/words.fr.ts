import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.en.ts";

export const french = {
  verify: {
    subject: "Confirmez votre adresse e-mail",
    before: "Quelqu’un, sans doute vous, a créé un compte avec cette adresse sur {service}. Confirmez que l’adresse est bien la vôtre :",
    label: "Confirmer cette adresse",
    after: "Si ce n’était pas vous, vous pouvez ignorer cet e-mail.",
  },
  reset: {
    subject: "Choisissez un nouveau mot de passe",
    before:
      "Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour le compte associé à cette adresse sur {service}. Choisissez-le ici :",
    label: "Choisir un nouveau mot de passe",
    after: "Si ce n’était pas vous, vous pouvez ignorer cet e-mail : votre mot de passe reste le même.",
  },
  taken: {
    subject: "Vous avez déjà un compte",
    before:
      "Quelqu’un, sans doute vous, a tenté de créer un compte avec cette adresse sur {service}, mais il en existe déjà un. Connectez-vous avec celui-ci, ou choisissez ici un nouveau mot de passe si vous avez oublié le vôtre :",
    label: "Choisir un nouveau mot de passe",
    after: "Si ce n’était pas vous, vous pouvez ignorer cet e-mail : votre compte reste tel quel.",
  },
  change: {
    subject: "Confirmez votre nouvelle adresse e-mail",
    before:
      "Quelqu’un, sans doute vous, souhaite utiliser cette adresse pour son compte sur {service}. Confirmez que l’adresse est bien la vôtre :",
    label: "Utiliser cette adresse",
    after: "Si ce n’était pas vous, vous pouvez ignorer cet e-mail : rien ne change sans le lien.",
  },
  changed: {
    subject: "Votre adresse e-mail a été changée",
    text: "Votre compte sur {service} a désormais l’adresse {email}, et non plus celle-ci.",
    after: "Si ce n’était pas vous, demandez aussitôt de l’aide à l’exploitant du service.",
  },
  once: "Le lien fonctionne une fois, jusqu’au {until}.",
} as const satisfies TranslationOf<typeof english>;
