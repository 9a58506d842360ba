import type { ImportField, ImportSource, ImportState, PreviewedRow } from "@rostrum/contract/private/imports.ts";
import { printLocal } from "../../parts/moments.ts";
import { printCount } from "../../parts/numbers.ts";

const posts = (count: number) => (count === 1 ? "1 post" : `${printCount(count)} posts`);
const rows = (count: number) => (count === 1 ? "1 row" : `${printCount(count)} rows`);

/** Without dates posts of a file with dates become drafts or are queued. */
const result: Readonly<Record<ImportState["mode"], readonly [one: string, many: string]>> = {
  SCHEDULED: ["has been imported", "have been imported"],
  QUEUED: ["is in the queue", "are in the queue"],
  DRAFTS: ["is among your drafts", "are among your drafts"],
};

export const words = {
  title: "Import posts",
  lead: "From Buffer, Publer, Hootsuite, SocialBee, Ayrshare, or any CSV table. You see the result before anything is stored.",
  onlyEditors: "Only people who can edit posts in this brand can import.",
  drop: "Drop a CSV file here",
  or: "Or choose one from this computer. Nothing is stored yet.",
  choose: "Choose a file",
  other: "Choose another file",
  reading: "Reading the file…",
  tryAgain: "Try again",
  firstChoices: "Reset choices",
  recognised: (source: ImportSource) => (source === "OTHER" ? "This is a table of posts" : `This is a ${sources[source]} file`),
  found: (count: number, file: string) => `${rows(count)} in ${file}.`,
  ready: (count: number) => `${posts(count)} can be imported.`,
  becomes: ({ scheduled, queued, drafts }: { readonly scheduled: number; readonly queued: number; readonly drafts: number }) =>
    [
      scheduled > 0 ? `${printCount(scheduled)} scheduled` : null,
      queued > 0 ? `${printCount(queued)} in the queue` : null,
      drafts > 0 ? `${printCount(drafts)} as drafts` : null,
    ]
      .filter((part) => part !== null)
      .join(", "),
  between: (first: string, last: string, zone: string) => `From ${printLocal(first)} to ${printLocal(last)} (${zone}).`,
  problems: (count: number) => `${rows(count)} with problems will not be imported. You can fix them afterwards and import them again.`,
  before: (count: number) => `${rows(count)} ${count === 1 ? "was" : "were"} imported before.`,
  twice: (count: number) => `${rows(count)} ${count === 1 ? "is" : "are"} in the file twice.`,
  choices: "What happens to them",
  mode: "The posts are",
  undated: "Rows without a date become",
  collection: "They go to the collection",
  noCollection: "None yet",
  dates: "Dates such as 03/04 are",
  datesUnknown: "Choose…",
  again: "Rows that were imported before, or are there twice",
  places: "Where the file says they go",
  place: (name: string, count: number) => `“${name}” (${rows(count)})`,
  placeDefault: "The collection above",
  columns: "Columns",
  columnsLead: "What each column contains. The example is from the first row with a value.",
  showColumns: "Change what the columns are",
  hideColumns: "Hide the columns",
  column: (name: string, example: string) => (example === "" ? name : `${name}, such as “${example.slice(0, 40)}”`),
  ignored: "Not imported",
  preview: "The posts",
  onlyProblems: "Only rows that will not be imported",
  row: "Row",
  when: "When",
  text: "Text",
  more: "Media, link, comment",
  outcome: "What happens to it",
  noDate: "No date",
  media: (count: number) => (count === 1 ? "1 file" : `${count} files`),
  link: "link",
  comment: "comment",
  pages: "Pages of the preview",
  start: (count: number) => `Import ${posts(count)}`,
  nothing: "There is nothing to import.",
  running: (done: number, all: number) => `${printCount(done)} of ${rows(all)} done`,
  undoing: (left: number) => `${posts(left)} left to remove`,
  importing: "The posts are being imported. You can leave this page; it goes on.",
  beingUndone: "The import is being undone. You can leave this page; it goes on.",
  progress: "Progress of the import",
  done: (count: number, mode: ImportState["mode"]) => `${posts(count)} ${result[mode][count === 1 ? 0 : 1]}.`,
  cancelled: "The import was stopped.",
  undone: (count: number) => `The import was undone: ${posts(count)} removed.`,
  kept: (count: number) =>
    `${posts(count)} ${count === 1 ? "stays" : "stay"}, because ${count === 1 ? "it was" : "they were"} published or changed.`,
  failed: (count: number) => `${rows(count)} could not be imported.`,
  skipped: (count: number) => `${rows(count)} left out: imported before, or twice in the file.`,
  undo: "Undo",
  stop: "Stop",
  calendar: "Open the calendar",
  download: "Download the rows that failed",
  downloadName: (file: string) => `failed rows of ${file.replace(/\.csv$/i, "")}.csv`,
  reason: "What is wrong",
  why: "Why it stays",
  another: "Import another file",
  earlier: "Earlier imports",
  show: "Show",
  started: (at: string, person: string | null) => `${at}, by ${person ?? "the operator"}`,
} as const;

export const sources: Readonly<Record<ImportSource, string>> = {
  BUFFER: "Buffer",
  PUBLER: "Publer",
  HOOTSUITE: "Hootsuite",
  SOCIALBEE: "SocialBee",
  AYRSHARE: "Ayrshare",
  OTHER: "other",
};

export const fields: Readonly<Record<ImportField, string>> = {
  caption: "Text",
  date: "Date",
  time: "Time of day",
  media: "Media URL",
  link: "Link",
  title: "Title",
  alt: "Alternative text",
  comment: "First comment",
  place: "Collection, profile or network",
};

export const modes: Readonly<Record<ImportState["mode"], string>> = {
  SCHEDULED: "Scheduled at the dates of the file",
  QUEUED: "Put into the queue, in the order of the file",
  DRAFTS: "Saved as drafts",
};

export const undatedBecome = { DRAFT: "Drafts", QUEUE: "Posts in the queue" } as const;

export const dateOrders = { DAY_FIRST: "3 April (the day first)", MONTH_FIRST: "March 4 (the month first)" } as const;

export const againChoices = { SKIP: "Are left out", IMPORT: "Are imported anyway" } as const;

export const outcomes: Readonly<Record<PreviewedRow["outcome"], string>> = {
  READY: "Will be imported",
  PROBLEM: "Will not be imported",
  BEFORE: "Imported before",
  TWICE: "The same as a row above",
};

export const publishModes: Readonly<Record<PreviewedRow["publishMode"], string>> = {
  SCHEDULE: "Scheduled",
  QUEUE: "Queue",
  DRAFT: "Draft",
};

export const states: Readonly<Record<ImportState["state"], string>> = {
  RUNNING: "Running",
  DONE: "Imported",
  CANCELLED: "Stopped",
  UNDOING: "Being undone",
  UNDONE: "Undone",
};
