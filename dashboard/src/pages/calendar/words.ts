import { printLocalTime } from "../../parts/moments.ts";
import type { View } from "./grid.ts";
import type { Mark, StateFilter } from "./marks.ts";

export function posts(count: number): string {
  return count === 1 ? "1 post" : `${count} posts`;
}

export const views: Readonly<Record<View, string>> = { month: "Month", week: "Week", day: "Day", list: "List" };

export const marks: Readonly<Record<Mark, string>> = {
  scheduled: "Scheduled",
  queued: "In the queue",
  repeats: "Repeats",
  stuck: "Will not be published",
  leaving: "Being published",
  published: "Published",
  partly: "Partly published",
  failed: "Not published",
};

export const states: Readonly<Record<StateFilter, string>> = {
  scheduled: "Scheduled",
  queued: "In the queue",
  published: "Published",
  trouble: "With problems",
};

export const words = {
  title: "Calendar",
  lead: (zone: string, own: string) => (zone === own ? `Times are in ${zone}.` : `Times are in ${zone}. Your time zone is ${own}.`),
  today: "Today",
  previous: "Previous",
  next: "Next",
  write: "Write a post",
  import: "Import",
  writeAt: (where: string) => `Write for ${where}`,
  view: "View",
  collection: "Collection",
  unknownCollection: "A deleted collection",
  allCollections: "All collections",
  state: "State",
  allStates: "All states",
  more: (count: number) => `+${count} more`,
  onDay: (day: string) => `on ${day}`,
  none: "Nothing here",
  noneText: "This brand has nothing planned or published in this period. Choose another period, or write a post.",
  noneFiltered: "Nothing matches what you chose above. Choose all collections and states to see everything.",
  choose: "Choose posts",
  stopChoosing: "Stop choosing",
  chosen: (count: number) => `${posts(count)} chosen`,
  ownTime: (time: string, zone: string) => `${time} in ${zone}`,
  leaving: "It is being published and can no longer be moved.",
  repeats: "A later round of a repeating post: its place in the queue decides when it comes.",
  publishedOn: (count: number, of: number) => `Published on ${count} of ${of}`,
  menu: (post: string) => `Move ${post}`,
  choosePost: (post: string) => `Choose ${post}`,
  date: "To a date and time…",
  nextSlot: "Next free slot (back of the queue)",
  front: "Front of the queue",
  draft: "Make it a draft",
  remove: "Delete…",
  drafts: "Drafts",
  draftsLead: "Posts without a date. Drag one onto a day, or move it with its menu.",
  draftsNone: "No drafts. What you save without a date waits here.",
  draftsNotFound: "No draft contains these words.",
  searchDrafts: "Search drafts",
  moreDrafts: "Show more",
  moved: (count: number, where: string | null) => (where === null ? `${posts(count)} moved.` : `${posts(count)} moved to ${where}.`),
  undo: "Undo",
  undone: "Moved back.",
  deleted: (count: number) => `${posts(count)} deleted.`,
  failed: "Nothing was moved",
} as const;

export const dialog = {
  title: (count: number) => (count === 1 ? "When should it go out?" : `When should ${count} posts go out?`),
  day: "Day",
  time: "Time",
  keepTime: `Leave the time empty to keep each post's own. Drafts, which have none, go out at ${printLocalTime("09:00")}.`,
  zone: (zone: string) => `Time zone: ${zone}`,
  dayMissing: "Choose a day.",
  timeMissing: "Choose a time.",
  move: "Move",
  cancel: "Cancel",
  shiftTitle: (count: number) => `Move ${posts(count)} by how many days?`,
  shiftDays: "Days",
  shiftHint: "Use a negative number to move posts earlier. Times of day do not change.",
  removeQuestion: (count: number) => (count === 1 ? "Delete this post?" : `Delete ${count} posts?`),
  removeText: (count: number) => `${count === 1 ? "It is" : "They are"} deleted for good. This cannot be undone.`,
  remove: "Delete",
  shift: "Shift by days…",
  toDate: "To a date…",
  toQueue: "To the queue",
  toDrafts: "To drafts",
  clear: "Clear",
} as const;

export const spoken = {
  instructions:
    "To move a post, press the space bar. Then choose another place with the arrow keys. Press space again to put it there, or Escape to leave it where it was. The same is possible with the menu beside it.",
  lifted: (post: string) => `Lifted ${post}.`,
  over: (where: string) => `Over ${where}.`,
  nowhere: "It cannot be put here.",
  dropped: (post: string, where: string) => `Put ${post} on ${where}.`,
  cancelled: (post: string) => `${post} stays where it was.`,
} as const;
