import { wordsOf } from "../../language/words.ts";

export const english = {
  logo: "Logo",
  choose: "Choose a picture",
  hint: "PNG, JPEG or WebP. It is made square.",
  remove: "Remove the logo",
  unreadable: "This file is no picture that this browser can read.",
} as const;
export const words = wordsOf("logo", english);
