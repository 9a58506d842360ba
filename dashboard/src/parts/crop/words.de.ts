import type { TranslationOf } from "@rostrum/contract/words.ts";
import type { english } from "./words.ts";

export const german = {
  title: "{name} zuschneiden",
  close: "Schließen",
  explanation: "Der Ausschnitt wird eine neue Datei. Das Original bleibt in den Medien.",
  ratio: "Form",
  free: "Frei",
  notOn: "nicht auf {networks}",
  rotate: "Um 90° drehen",
  selection: "Ausschnitt des Bildes. Die Pfeiltasten verschieben ihn.",
  handles: {
    n: "Obere Kante. Die Pfeiltasten verschieben sie.",
    e: "Rechte Kante. Die Pfeiltasten verschieben sie.",
    s: "Untere Kante. Die Pfeiltasten verschieben sie.",
    w: "Linke Kante. Die Pfeiltasten verschieben sie.",
    ne: "Ecke oben rechts. Die Pfeiltasten verschieben sie.",
    nw: "Ecke oben links. Die Pfeiltasten verschieben sie.",
    se: "Ecke unten rechts. Die Pfeiltasten verschieben sie.",
    sw: "Ecke unten links. Die Pfeiltasten verschieben sie.",
  },
  numbers: "In Pixeln",
  left: "Von links",
  top: "Von oben",
  width: "Breite",
  height: "Höhe",
  result: "Das Ergebnis hat {width} × {height} Pixel.",
  cancel: "Abbrechen",
  crop: "Zuschneiden",
  loading: "Das Bild wird geladen",
  unreadable: "Das Bild kann hier nicht gezeigt werden. Vielleicht ist es beschädigt oder wurde gelöscht.",
} satisfies TranslationOf<typeof english>;
