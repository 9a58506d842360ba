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
  lead: "A collection is a folder of posts with its own channels and its own weekly slots, at which its queued posts leave.",
  list: "Collections of this brand",
  create: "New collection",
  createNow: "Create",
  write: "Write a post",
  none: "No collections yet",
  noneText: "Create one, choose its channels, and give it slots: then posts that you add to its queue leave one by one.",
  noneForViewer: "An editor of this brand can create one.",
  paused: "Paused",
  slots: (number: number) => count(number, "slot a week", "slots a week"),
  counts: ({ queued, scheduled, drafts, published }: Readonly<Record<"queued" | "scheduled" | "drafts" | "published", number>>) =>
    `${NUMBER.format(queued)} queued · ${NUMBER.format(scheduled)} scheduled · ${count(drafts, "draft", "drafts")} · ${NUMBER.format(published)} published`,
  noChannels: "No channels: nothing of it is published.",
  pause: "Pause",
  resume: "Resume",
  pauseOf: (title: string) => `Pause ${title}`,
  resumeOf: (title: string) => `Resume ${title}`,
  isPaused: (title: string) => `${title} is paused: no queued post leaves.`,
  isResumed: (title: string) => `${title} goes on.`,
  pausedText: "This collection is paused: its queued posts stay in the queue.",
  brandPausedText: "The queue of this brand is paused: no queued post leaves.",
  delete: "Delete",
  deleteOf: (title: string) => `Delete ${title}`,
  deleteQuestion: (title: string) => `Delete ${title}?`,
  deleteForGood: "This cannot be undone.",
  deleted: (title: string) => `${title} is deleted.`,
  goes: (posts: number, automations: number, slots: number) =>
    `With it go ${count(posts, "post", "posts")}, ${count(automations, "automation", "automations")} and ${count(slots, "slot", "slots")}.`,
  goesByState: (queued: number, scheduled: number, drafts: number, published: number) =>
    `Of the posts, ${NUMBER.format(queued)} are queued, ${NUMBER.format(scheduled)} scheduled, ${NUMBER.format(drafts)} drafts and ${NUMBER.format(published)} published.`,
  stays: (results: number) =>
    `${count(results, "result", "results")} of what was published ${results === 1 ? "stays" : "stay"}, and so does everything at the networks.`,
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
    evergreenHint: "What happens to a post once it is published. A new interval also counts for posts that wait for their next round.",
    weeks: "Weeks",
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    out: (name: string) => `Take ${name} out`,
  },
  evergreen: { off: "It stays published", once: "Back in the queue at once", weeks: "Back in the queue after some weeks" },
  interval: (weeks: number) =>
    weeks === 0
      ? "It stays published"
      : weeks < 0
        ? "Back in the queue at once"
        : `Back in the queue after ${count(weeks, "week", "weeks")}`,
  saved: "The collection is saved.",
  noSuch: "There is no such collection in this brand. It may have been deleted.",
  boardLead: (zone: string) => `At each slot, the first post of the queue leaves, by the clock of ${zone}.`,
  boardHelp:
    "Arrow keys move a slot: left and right by a day, up and down by 15 minutes, with Shift by an hour. Enter opens it, Delete removes it.",
  allHours: "All hours",
  addOn: (day: Day) => `Add a slot on ${DAY_NAMES[day]}`,
  addAt: (day: Day, hour: string) => `Add ${slot(day, hour)}`,
  copyDay: (day: Day) => `Copy ${DAY_NAMES[day]} to other days`,
  copyTitle: (day: Day) => `Copy ${DAY_NAMES[day]}`,
  copyText: (times: readonly string[]) =>
    `These times are added to the days that you choose, where they are not there yet: ${list(times.map(printLocalTime))}.`,
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
    `${list(days.map((day) => DAY_NAMES[day]))} would have more than ${max} slots, which is as many as a day may have.`,
  said: {
    added: (day: Day, time: string) => `Added ${slot(day, time)}.`,
    removed: (day: Day, time: string) => `Removed ${slot(day, time)}.`,
    moved: (from: string, day: Day, time: string) => `Moved ${from} to ${slot(day, time)}.`,
    copied: (from: Day, to: readonly Day[]) => `Copied ${DAY_NAMES[from]} to ${list(to.map((day) => DAY_NAMES[day]))}.`,
    undone: "Undone.",
    atEnd: "It cannot move any further.",
    dragging: (label: string) => `Picked up ${label}.`,
    over: (label: string) => `Over ${label}.`,
    dropped: "Let go.",
    cancelled: "It stays where it was.",
  },
  undo: "Undo",
  saving: "Saving…",
  savedWeek: "Saved. The dates of queued posts have followed.",
  failed: "The week is not saved",
  tryAgain: "Try again",
  discard: "Discard my changes",
  conflictTitle: "Somebody else has changed this collection",
  conflictText: "Nothing of yours is stored yet. What is different from what you saw:",
  conflictNothing: "It looks the same as before.",
  keepMine: "Save mine over it",
  takeTheirs: "Take theirs",
  changed: {
    title: (title: string) => `The title is “${title}” now.`,
    description: "The description is another one.",
    status: { PAUSED: "It is paused now.", ACTIVE: "It is no longer paused." },
    evergreen: (interval: string) => `Evergreen is “${interval}” now.`,
    channels: (gained: readonly string[], lost: readonly string[]) => `Channels: ${changes(gained, lost)}.`,
    slots: (gained: readonly string[], lost: readonly string[]) => `Slots: ${changes(gained, lost)}.`,
  },
} as const;
