import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  picture: "{name} : les réseaux n’acceptent pas ce format, le fichier est devenu un {type}.",
  still: "{name} est animé. Les réseaux reçoivent sa première image ; votre fichier reste tel quel sur cet appareil.",
  unreadable: "Ce navigateur ne peut pas lire {name}. Enregistrez le fichier en JPEG ou PNG, puis ajoutez-le de nouveau.",
} satisfies TranslationOf<typeof english>;
