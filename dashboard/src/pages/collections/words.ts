import type { Day } from "@rostrum/contract/formats.ts";
import { printLocal, printLocalTime } from "../../parts/moments.ts";

const NUMBER = new Intl.NumberFormat();
const count = (number: number, one: string, many: string) => `${NUMBER.format(number)} ${number === 1 ? one : many}`;
const list = (items: readonly string[]) => items.join(", ");

const DAY_NAMES: Readonly<Record<Day, string>> = {
  MON: "Monday",
  TUE: "Tuesday",
  WED: "Wednesday",
  THU: "Thursday",
  FRI: "Friday",
  SAT: "Saturday",
  SUN: "Sunday",
};

/** `time` is `HH:mm`. */
const slot = (day: Day, time: string) => `${DAY_NAMES[day]} ${printLocalTime(time)}`;

function changes(gained: readonly string[], lost: readonly string[]): string {
  const parts = [...(gained.length === 0 ? [] : [`with ${list(gained)}`]), ...(lost.length === 0 ? [] : [`without ${list(lost)}`])];
  return parts.length === 0 ? "in another order" : parts.join(", ");
}

export const words = {
  title: "Collections",
  lead: "A collection is a folder of posts with its own channels and weekly slots. Its queued posts are published at those slots.",
  list: "Collections of this brand",
  create: "New collection",
  createNow: "Create",
  write: "Write a post",
  none: "No collections yet",
  noneText: "Create one, choose its channels and give it slots. Posts you add to its queue are then published one by one.",
  noneForViewer: "An editor of this brand can create one.",
  paused: "Paused",
  slots: (number: number) => count(number, "slot a week", "slots a week"),
  counts: ({ queued, scheduled, drafts, published }: Readonly<Record<"queued" | "scheduled" | "drafts" | "published", number>>) =>
    `${NUMBER.format(queued)} queued · ${NUMBER.format(scheduled)} scheduled · ${count(drafts, "draft", "drafts")} · ${NUMBER.format(published)} published`,
  noChannels: "No channels: none of its posts are published.",
  pause: "Pause",
  resume: "Resume",
  pauseOf: (title: string) => `Pause ${title}`,
  resumeOf: (title: string) => `Resume ${title}`,
  isPaused: (title: string) => `${title} is paused: its queued posts wait.`,
  isResumed: (title: string) => `${title} is running again.`,
  pausedText: "This collection is paused: its queued posts stay in the queue.",
  brandPausedText: "This brand's queue is paused: queued posts wait.",
  delete: "Delete",
  deleteOf: (title: string) => `Delete ${title}`,
  deleteQuestion: (title: string) => `Delete ${title}?`,
  deleteForGood: "This cannot be undone.",
  deleted: (title: string) => `${title} is deleted.`,
  goes: (posts: number, automations: number, slots: number) =>
    `This also deletes ${count(posts, "post", "posts")}, ${count(automations, "automation", "automations")} and ${count(slots, "slot", "slots")}.`,
  goesByState: (queued: number, scheduled: number, drafts: number, published: number) =>
    `Posts by state: ${NUMBER.format(queued)} queued, ${NUMBER.format(scheduled)} scheduled, ${count(drafts, "draft", "drafts")}, ${NUMBER.format(published)} published.`,
  stays: (results: number) =>
    `${count(results, "result", "results")} of published posts ${results === 1 ? "stays" : "stay"}, and so does everything on the networks.`,
  leaving: (posts: number) =>
    `${count(posts, "post is", "posts are")} being published right now. The collection can be deleted once that is done.`,
  checkAgain: "Check again",
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  week: "Week",
  settings: "Settings",
  tabs: "Parts of the collection",
  day: (day: Day) => DAY_NAMES[day],
  slot,
  field: {
    title: "Title",
    description: "Description",
    descriptionHint: "What it is for. Only shown here.",
    channels: "Channels",
    channelsHint: "Its posts go to all of them, in this order.",
    addChannel: "Add a channel",
    noChannelsThere: "This brand has no channels yet.",
    inactive: "off",
    evergreen: "Evergreen",
    evergreenHint:
      "What happens to a post once it is published. A new interval also applies to posts that are waiting for their next round.",
    weeks: "Weeks",
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    out: (name: string) => `Take ${name} out`,
  },
  evergreen: { off: "Publish once", once: "Return to the queue right away", weeks: "Return to the queue after a number of weeks" },
  interval: (weeks: number) =>
    weeks === 0
      ? "Publish once"
      : weeks < 0
        ? "Return to the queue right away"
        : `Back in the queue after ${count(weeks, "week", "weeks")}`,
  saved: "The collection is saved.",
  noSuch: "There is no such collection in this brand. It may have been deleted.",
  boardLead: (zone: string) => `Each slot publishes the first post in the queue. Times are in ${zone}.`,
  boardHelp:
    "Arrow keys move a slot: left and right by a day, up and down by 15 minutes, with Shift by an hour. Enter opens it, Delete removes it.",
  allHours: "All hours",
  addOn: (day: Day) => `Add a slot on ${DAY_NAMES[day]}`,
  addAt: (day: Day, hour: string) => `Add ${slot(day, hour)}`,
  copyDay: (day: Day) => `Copy ${DAY_NAMES[day]} to other days`,
  copyTitle: (day: Day) => `Copy ${DAY_NAMES[day]}`,
  copyText: (times: readonly string[]) =>
    `These times are added to the days you choose, unless they are already there: ${list(times.map(printLocalTime))}.`,
  copyTo: "Copy to",
  copyNow: "Copy",
  copyNone: "Choose at least one day.",
  noSlotsOn: "No slots",
  slotTitle: "Slot",
  newSlotTitle: "New slot",
  slotDay: "Day",
  slotTime: "Time",
  remove: "Remove",
  add: "Add",
  move: "Move",
  invalidTime: `Enter a time such as ${printLocalTime("09:00")}.`,
  publishesNext: "publishes next:",
  next: (post: string, local: string) => `Next: ${post} (${printLocal(local)})`,
  crowded: (days: readonly Day[], max: number) =>
    `${list(days.map((day) => DAY_NAMES[day]))} would have more than ${max} slots, the most that a day can have.`,
  said: {
    added: (day: Day, time: string) => `Added ${slot(day, time)}.`,
    removed: (day: Day, time: string) => `Removed ${slot(day, time)}.`,
    moved: (from: string, day: Day, time: string) => `Moved ${from} to ${slot(day, time)}.`,
    copied: (from: Day, to: readonly Day[]) => `Copied ${DAY_NAMES[from]} to ${list(to.map((day) => DAY_NAMES[day]))}.`,
    undone: "Undone.",
    atEnd: "It cannot move any further.",
    dragging: (label: string) => `Picked up ${label}.`,
    over: (label: string) => `Over ${label}.`,
    dropped: "Dropped.",
    cancelled: "It stays where it was.",
  },
  undo: "Undo",
  saving: "Saving…",
  savedWeek: "Saved. The dates of queued posts have been updated.",
  failed: "The week is not saved",
  notStored: (title: string) => `The last changes to the week of ${title} were not saved`,
  tryAgain: "Try again",
  discard: "Discard my changes",
  conflictTitle: "Somebody else has changed this collection",
  conflictText: "Your changes have not been saved. This is what changed since you opened it:",
  conflictNothing: "It looks the same as before.",
  keepMine: "Overwrite with mine",
  takeTheirs: "Take theirs",
  changed: {
    title: (title: string) => `The title is now “${title}”.`,
    description: "The description has changed.",
    status: { PAUSED: "It is now paused.", ACTIVE: "It is no longer paused." },
    evergreen: (interval: string) => `Evergreen is now “${interval}”.`,
    channels: (gained: readonly string[], lost: readonly string[]) => `Channels: ${changes(gained, lost)}.`,
    slots: (gained: readonly string[], lost: readonly string[]) => `Slots: ${changes(gained, lost)}.`,
  },
} as const;
