import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.en.ts";

export const german = {
  verify: {
    subject: "Bestätigen Sie Ihre E-Mail-Adresse",
    before:
      "Jemand, wahrscheinlich Sie, hat bei {service} ein Konto mit dieser Adresse angelegt. Bitte bestätigen Sie, dass die Adresse Ihnen gehört:",
    label: "Adresse bestätigen",
    after: "Wenn Sie das nicht waren, können Sie diese Mail ignorieren.",
  },
  reset: {
    subject: "Wählen Sie ein neues Passwort",
    before: "Jemand, wahrscheinlich Sie, möchte ein neues Passwort für das Konto mit dieser Adresse bei {service}. Wählen Sie es hier:",
    label: "Neues Passwort wählen",
    after: "Wenn Sie das nicht waren, können Sie diese Mail ignorieren: Ihr Passwort bleibt, wie es ist.",
  },
  taken: {
    subject: "Sie haben schon ein Konto",
    before:
      "Jemand, wahrscheinlich Sie, wollte bei {service} ein Konto mit dieser Adresse anlegen, aber es gibt schon eines. Melden Sie sich damit an, oder wählen Sie hier ein neues Passwort, wenn Sie Ihres vergessen haben:",
    label: "Neues Passwort wählen",
    after: "Wenn Sie das nicht waren, können Sie diese Mail ignorieren: Ihr Konto bleibt, wie es ist.",
  },
  change: {
    subject: "Bestätigen Sie Ihre neue E-Mail-Adresse",
    before:
      "Jemand, wahrscheinlich Sie, möchte diese Adresse für das eigene Konto bei {service} verwenden. Bitte bestätigen Sie, dass die Adresse Ihnen gehört:",
    label: "Adresse verwenden",
    after: "Wenn Sie das nicht waren, können Sie diese Mail ignorieren: Ohne den Link ändert sich nichts.",
  },
  changed: {
    subject: "Ihre E-Mail-Adresse wurde geändert",
    text: "Ihr Konto bei {service} hat jetzt die Adresse {email} und nicht mehr diese.",
    after: "Wenn Sie das nicht waren, bitten Sie sofort den Betreiber des Dienstes um Hilfe.",
  },
  once: "Der Link gilt einmal, bis {until}.",
} as const satisfies TranslationOf<typeof english>;
