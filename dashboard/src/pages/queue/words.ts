import { wordsOf } from "../../language/words.ts";

export const english = {
  title: "Queue",
  import: "Import",
  lead: "Each slot publishes the post at the top.",
  zone: "Times are in {zone}.",
  collection: "Collection",
  noCollections: "No collections yet",
  noCollectionsText: "A collection has channels and weekly slots. Its posts wait here until their slot comes.",
  newCollection: "New collection",
  write: "Write for it",
  none: "This queue is empty",
  noneText: "Posts you add to this collection's queue are published at its slots, one after another.",
  count: "{count, plural, one {# post} other {# posts}}, {slots, plural, one {# slot} other {# slots}} a week",
  noDate: "No slot",
  up: "Move {post} up",
  down: "Move {post} down",
  place: "place {place} of {of}",
  keys: "Press Alt with the up or down arrow to move the focused post.",
  free: "Next free slots",
  stuck: "Nothing is published from this queue",
  spoken: {
    instructions:
      "To move a post, press the space bar. Then choose another place with the up and down arrows. Press space again to put it there, or Escape to leave it. Alt with the up and down arrows moves it at once.",
    lifted: "Lifted {post}.",
    over: "Place {place}.",
    nowhere: "It cannot be put here.",
    dropped: "Put {post} at place {place}.",
    cancelled: "{post} stays where it was.",
  },
} as const;

export const words = wordsOf("queue", english);
