import { wordsOf } from "../../language/words.ts";

export const english = {
  picture: "{name}: networks do not take this form, so it was made into a {type}.",
  film: "{name} moves, and networks take no such pictures: it was made into a video (MP4), which goes on moving.",
  still:
    "{name} moves, and this browser cannot make a video of it. Networks get its first picture; your file stays as it is on this device.",
  unreadable: "This browser cannot read {name}. Save it as JPEG or PNG, and add it again.",
} as const;

export const words = wordsOf("convert", english);
