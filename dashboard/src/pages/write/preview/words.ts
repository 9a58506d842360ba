import { wordsOf } from "../../../language/words.ts";

export const english = {
  title: "Preview",
  refused: "will not go out",
  failed: "The preview cannot be shown now.",
  nothing: "Write something, and see here what readers get.",
  awaitingFiles: "Files from links are fetched when you save, and then shown here.",
  comment: "First comment, {seconds, plural, =0 {at once} one {after # second} other {after # seconds}}",
  commentLost: "Without the first comment: it cannot be made there.",
} as const;

export const words = wordsOf("write-preview", english);
