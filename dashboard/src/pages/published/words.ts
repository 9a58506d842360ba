import type { ResultState } from "@rostrum/contract/private/published.ts";

const number = new Intl.NumberFormat();

function many(count: number, one: string, more = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : more}`;
}

export const words = {
  title: "Published",
  lead: (zone: string) => `What became of every post on each channel. All times are in ${zone}.`,
  download: "Download as CSV",
  downloaded: (rows: number, total: number) =>
    rows < total
      ? `Downloaded the first ${number.format(rows)} of ${number.format(total)} entries. Narrow the filters to get the rest.`
      : `Downloaded ${many(rows, "entry", "entries")}.`,
  fileHead: "published",
  needsYou: (count: number) => `${many(count, "entry needs", "entries need")} your decision`,
  needsYouText: "The network's answer was lost, so nobody knows whether the post was published. Look there, then say what you found.",
  show: "Show them",
  filters: "Filters",
  state: "State",
  everyState: "All states",
  undecided: "Needs a decision",
  search: "Search the text",
  more: (count: number) => (count === 0 ? "More filters" : `More filters (${count} set)`),
  channel: "Channel",
  collection: "Collection",
  type: "Type",
  any: "Any",
  from: "From",
  to: "To",
  wrongRange: "The last day is before the first.",
  sort: "Order",
  sorts: { newest: "Newest first", oldest: "Oldest first", likes: "Most likes", comments: "Most comments", shares: "Most shares" },
  clear: "Clear filters",
  found: (total: number) => many(total, "entry", "entries"),
  noneTitle: "Nothing has been published yet",
  none: "Once a post goes out, this page shows what became of it on each channel.",
  nothingTitle: "Nothing matches",
  nothing: "No entry matches all of these filters. Remove one, or choose other days.",
  pages: "Pages of entries",
  page: (page: number) => `Page ${page}`,
  previous: "Previous page",
  next: "Next page",
  story: "Story",
  storyOf: (channel: string) => `Story on ${channel}`,
  decide: "Decide",
  open: (network: string | null) => `Open on ${network ?? "the network"}`,
  newWindow: "(opens a new window)",
  tryAgain: "Try again",
  tried: "Trying again now.",
  noText: "No text",
  comment: "Automatic comment",
  noChannel: "No channel",
  likes: (count: number) => many(count, "like"),
  comments: (count: number) => many(count, "comment"),
  shares: (count: number) => many(count, "share"),
  readAt: (moment: string) => `read ${moment}`,
  readNext: (moment: string) => `Likes, comments and shares are first read ${moment}`,
  noCounts: "Likes, comments and shares are not known here",
  nextTry: (moment: string) => `Next step ${moment}`,
} as const;

export const stateWords: Readonly<Record<ResultState, string>> = {
  PUBLISHED: "Published",
  SENT: "Handed over",
  FAILED: "Failed",
  SKIPPED: "Skipped",
  RETRYING: "Retrying",
  waiting: "Waiting",
  publishing: "Being sent",
  pending: "Being processed",
  unknown: "Being checked",
};

const TYPES: Readonly<Record<string, string>> = { ENGAGE_COMMENT: "Comment", MULTIMEDIA: "Pictures and videos", SLIDES: "Pictures" };

/** `SHORT` as `Short`. */
export function typeWord(type: string): string {
  return TYPES[type] ?? `${type.slice(0, 1)}${type.slice(1).toLowerCase().replaceAll("_", " ")}`;
}

/** Of what was deleted. */
export const deletedWords = {
  title: "Deleted posts",
  show: "Deleted posts",
  back: "Back to published posts",
  lead: (zone: string) => `Who deleted which post in the last 90 days, and where the post was. All times are in ${zone}.`,
  noneTitle: "No post was deleted in the last 90 days",
  none: "When somebody deletes a post, this page shows who, when, and where the post was.",
  found: (total: number) => `${many(total, "post")} deleted`,
  pages: "Pages of deleted posts",
  operator: "the operator",
  withKey: (name: string) => `with the API key “${name}”`,
  withProgram: (name: string) => `with the program “${name}”`,
  deleted: ({ moment, who, by, withCollection }: { moment: string; who: string; by: string | null; withCollection: boolean }) =>
    `Deleted on ${[`${moment} by ${who}`, by, withCollection ? "together with its collection" : null].filter((part) => part !== null).join(", ")}.`,
  wasDraft: (collection: string) => `It was a draft in ${collection}.`,
  wasQueued: (moment: string | null, collection: string) =>
    moment === null ? `It was in the queue of ${collection}.` : `It was in the queue of ${collection}, due on ${moment}.`,
  wasTimed: (moment: string, collection: string) => `It was due on ${moment}, in ${collection}.`,
  wasPublished: (moment: string | null, collection: string) =>
    moment === null ? `It had been published from ${collection}.` : `It had been published on ${moment}, from ${collection}.`,
} as const;

/** Nothing in a sentence depends on how it is shown. */
export const storyWords = {
  title: "Story",
  gone: "There is no such entry.",
  close: "Close the story",
  whatHappened: "What happened",
  whatNext: "What happens next",
  others: "The same post elsewhere, and in other rounds",
  deleted: "The post has been deleted, so its attempts are no longer shown.",
  leftOut: (count: number) => `${many(count, "older entry is", "older entries are")} not listed.`,
  left: (moment: string) => `The post went out on ${moment}.`,
  leftAtSlot: (moment: string, slot: string, collection: string) => `The post went out on ${moment}, at the slot ${slot} of ${collection}.`,
  leftScheduled: (moment: string) => `The post went out on ${moment}, as scheduled.`,
  leftNow: (moment: string) => `The post went out on ${moment}, as soon as it was written.`,
  commentOf: "This is the automatic comment below the post.",
  notSent: "Nothing was sent.",
  again: (sentence: string, times: number) => (times > 1 ? `${sentence} (${times} times)` : sentence),
  requests: (count: number) => `Technical details: ${many(count, "request")}`,
  callsLeftOut: (count: number) => `${many(count, "request")} in the middle ${count === 1 ? "is" : "are"} left out.`,
  sent: "Sent",
  reply: "Answer",
  noReply: "no answer",
  milliseconds: (count: number) => `${number.format(count)} ms`,
  settled: {
    published: (by: string) => `${by} looked and said that it is there.`,
    again: (by: string) => `${by} decided to send it again.`,
    retry: (by: string) => `${by} had it tried again.`,
  },
  steps: {
    publish: {
      published: "Sent, and the network has it.",
      handedOver: "Handed over.",
      pending: "Sent. The network is processing it.",
      rejected: "The network refused it.",
      unsuitable: "The network does not take this kind of post.",
      busy: "The network refused for now.",
      held: "Not sent: a limit is used up.",
      unauthorized: "The network denied access.",
      unknown: "Sent, but the answer was lost.",
    },
    check: {
      published: "Asked how it is going: it is there.",
      pending: "Asked how it is going: still being processed.",
      rejected: "Asked how it is going: the network has refused it.",
      lost: "Asked how it is going: the network has lost it, so it is sent again.",
      notAsked: "The network could not be asked how it is going.",
    },
    find: {
      published: "Looked on the network: it is there.",
      absent: "Looked on the network: it is not there.",
      undecided: "Looked on the network: not certain yet.",
      undecidable: "Looked on the network: there is no way to tell.",
      notAsked: "The network could not be asked.",
    },
  } as Readonly<Record<string, Readonly<Record<string, string>>>>,
  unnamed: (outcome: string) => `It ended as ${outcome}.`,
  inProgress: "Being sent right now.",
  cutOff: "Cut off before the answer was stored.",
  next: {
    publishing: "It is being sent right now.",
    waiting: (moment: string) => `It will be sent on ${moment}.`,
    RETRYING: (moment: string) => `It will be tried again automatically on ${moment}.`,
    pending: (moment: string) => `The network will be asked again on ${moment}.`,
    unknown: (moment: string) => `The network will be searched for it on ${moment}, before anything is sent again.`,
    soon: "The next step is due.",
    undecided: "Nothing, until somebody says what they found.",
    ended: "Nothing more, unless somebody acts.",
    rejoins: (moment: string) => `The post rejoins its queue on ${moment}.`,
  },
} as const;

export const settleWords = {
  title: "Was it published?",
  lead: "The network's answer was lost. Look there first: what you say here decides.",
  isThere: "It is there",
  address: "Its address",
  addressHint: "As readers open it, so that its likes, comments and shares can be read.",
  addressMissing: "Paste the address of the post.",
  addressWrong: "This is not an address. It begins with https://.",
  save: "Mark as published",
  isNotThere: "It is not there",
  sendAgain: "Send it again",
  question: "Send this post again?",
  consequence: "The whole post is sent again. If it is there after all, readers will see it twice, and only you can delete one of them.",
  saved: "Marked as published.",
  sent: "Sending it again now.",
} as const;
