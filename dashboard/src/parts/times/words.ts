import { wordsOf } from "../../language/words.ts";

export const english = {
  title: "When should {collection} publish?",
  lead: "Each time sends the first post in its queue. Times are in {zone}.",
  label: "Times",
  presets: {
    weekdays: "Weekdays at {morning}",
    thrice: "Monday, Wednesday and Friday at {morning}",
    daily: "Every day at {morning} and {evening}",
    own: "Own times",
  },
  ownHint: "Choose each day and hour on the collection’s page.",
  save: "Save times",
  toWeek: "Go to its week",
  saved: "{collection} publishes at these times from now on.",
} as const;

export const words = wordsOf("times", english);
