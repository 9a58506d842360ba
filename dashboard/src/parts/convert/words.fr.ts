import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const french = {
  picture: "{name} : les réseaux n’acceptent pas ce format, le fichier est devenu un {type}.",
  film: "{name} est animé, et les réseaux n’acceptent pas de telles images : le fichier est devenu une vidéo (MP4), qui reste animée.",
  still:
    "{name} est animé, et ce navigateur ne peut pas en faire une vidéo. Les réseaux reçoivent sa première image ; votre fichier reste tel quel sur cet appareil.",
  unreadable: "Ce navigateur ne peut pas lire {name}. Enregistrez le fichier en JPEG ou PNG, puis ajoutez-le de nouveau.",
} satisfies TranslationOf<typeof english>;
