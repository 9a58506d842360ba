export const words = {
  title: "Queue",
  import: "Import",
  lead: (zone: string) => `Each slot of a collection publishes the post at the front. Times are in ${zone}.`,
  collection: "Collection",
  noCollections: "No collections yet",
  noCollectionsText: "A collection has channels and weekly slots. Its posts wait here until their slot comes.",
  none: "This queue is empty",
  noneText: "Posts you add to this collection's queue are published at its slots, one after another.",
  count: (count: number, slots: number) =>
    `${count === 1 ? "1 post" : `${count} posts`}, ${slots === 1 ? "1 slot" : `${slots} slots`} a week`,
  noDate: "No slot",
  up: (post: string) => `Move ${post} up`,
  down: (post: string) => `Move ${post} down`,
  place: (place: number, of: number) => `place ${place} of ${of}`,
  keys: "Press Alt with the up or down arrow to move the focused post.",
  stuck: "Nothing is published from this queue",
} as const;

export const spoken = {
  instructions:
    "To move a post, press the space bar. Then choose another place with the up and down arrows. Press space again to put it there, or Escape to leave it. Alt with the up and down arrows moves it at once.",
  lifted: (post: string) => `Lifted ${post}.`,
  over: (place: number) => `Place ${place}.`,
  nowhere: "It cannot be put here.",
  dropped: (post: string, place: number) => `Put ${post} at place ${place}.`,
  cancelled: (post: string) => `${post} stays where it was.`,
} as const;
