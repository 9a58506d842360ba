import { printDay, printHour, printShortDay, printShortWeekday, printWeekday } from "../../parts/moments.ts";
import type { Preset, RangeProblem } from "./search.ts";

const number = new Intl.NumberFormat();
const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** 1 January 2024 was a Monday. */
function dayOfWeek(weekday: number): string {
  return `2024-01-0${weekday}`;
}

export const print = {
  number: (value: number) => number.format(value),
  average: (value: number) => decimal.format(value),
  day: printDay,
  shortDay: printShortDay,
  weekday: (weekday: number) => printWeekday(dayOfWeek(weekday)),
  shortWeekday: (weekday: number) => printShortWeekday(dayOfWeek(weekday)),
  hour: printHour,
} as const;

export const words = {
  title: "Figures",
  lead: (zone: string) => `How readers responded to what you published. Days and hours are in ${zone}.`,
  choice: "What is counted",
  days: "Days",
  presets: { 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days", 365: "Last 12 months" } satisfies Record<Preset, string>,
  own: "Custom range",
  from: "From",
  to: "To",
  problems: {
    order: "The last day is before the first.",
    old: "Figures go back 366 days. Choose a later first day.",
    long: "Choose at most 366 days.",
  } satisfies Record<RangeProblem, string>,
  channel: "Channel",
  everyChannel: "Every channel",
  collection: "Collection",
  everyCollection: "Every collection",
  totals: "Total",
  posts: "Posts",
  likes: "Likes",
  comments: "Comments",
  shares: "Shares",
  age: (moment: string) => `Last read ${moment}. Figures are read for 30 days after a post is published, then stay as they are.`,
  neverRead: "No figures have been read yet. The first come 15 minutes after publishing, where the network provides any.",
  uncounted: (counted: number, posts: number) =>
    `The totals cover ${number.format(counted)} of ${number.format(posts)} posts. The others have no known figures: their network provides none, or they have not been read yet.`,
  noneTitle: "Nothing was published on these days",
  none: "Choose other days, or another channel or collection.",
  overTime: "Day by day",
  overTimeLead: "What readers did each day, by when it was read. Readings can be up to a day apart.",
  day: "Day",
  published: "Posts published",
  showTable: "The same as a table",
  noResponses: "No likes, comments or shares were read on these days.",
  byChannel: "By channel",
  byCollection: "By collection",
  noChannel: "Removed channel",
  noCollection: "Removed collection",
  byTime: "By weekday and hour of publishing",
  byTimeLead: "Likes, comments and shares per post whose figures are known.",
  weekday: "Weekday",
  hour: "Hour",
  average: "Per post",
  weekdayChart: "Per post, by weekday",
  hourChart: "Per post, by hour",
  counted: "Posts with figures",
  unknown: "Not known",
  best: "Most liked, commented and shared",
  bestNone: "No post has any known likes, comments or shares.",
  noText: "No text",
  story: "Story",
  storyOf: (text: string) => `Story of ${text}`,
  open: (network: string | null) => `Open on ${network ?? "the network"}`,
  newWindow: "(opens a new window)",
  chart: (title: string) => `Chart: ${title}. The table has the same figures.`,
  table: (title: string) => `Table: ${title}`,
} as const;
