import type { EventType } from "@rostrum/contract/events.ts";

export const words = {
  title: "Webhooks",
  lead: (zone: string) => `Tell other programs what happens in this brand, at once and signed. Times are in ${zone}.`,
  onlyAdmins: "Only the brand's owner and admins can see its webhooks.",
  none: "No webhooks yet",
  noneText: "A webhook is the address of a program that wants to know what happens, such as when a post fails or a log-in ends.",
  add: "New webhook",
  addTitle: "New webhook",
  editTitle: "Change the webhook",
  url: "Address",
  urlHint: "A public https address.",
  description: "What is it for?",
  events: "Events",
  all: "All, including those added later",
  some: "Only these",
  noneChosen: "Choose at least one.",
  asymmetric: "Sign with a key pair as well",
  asymmetricHint: "Receivers can then verify requests without the secret.",
  create: "Create webhook",
  save: "Save",
  cancel: "Cancel",
  done: "Done",
  madeTitle: "The webhook has been created",
  rotatedTitle: "The webhook has a new secret",
  madeText: "Give this secret to the program, which uses it to verify that requests come from here. It is shown only now.",
  rotatedText: (until: string) => `It is shown only now. Until ${until}, requests are also signed with the old one.`,
  secret: "Secret",
  publicKey: "Public key",
  saved: "The webhook is saved.",
  status: { ACTIVE: "On", OFF: "Off" },
  wants: (events: readonly string[] | null) => (events === null ? "All events" : events.map((type) => eventWords(type)).join(", ")),
  waiting: (events: number) => (events === 1 ? "1 event waits" : `${events} events wait`),
  failing: (since: string, failures: number) =>
    `Failing since ${since}: ${failures} ${failures === 1 ? "attempt" : "attempts"} in a row. Events are kept and tried again.`,
  offByService: (reason: string) => `Switched off by the service: ${reason} Correct the receiver, then switch it on again.`,
  offByPerson: "Nothing is sent. Waiting events are sent when you switch it back on.",
  nameOf: (webhook: { readonly description: string | null; readonly url: string }) => webhook.description ?? hostOf(webhook.url),
  edit: "Change",
  switchOff: "Switch off",
  switchOn: "Switch on",
  switchedOff: (name: string) => `${name} is switched off.`,
  switchedOn: (name: string) => `${name} is switched on.`,
  test: "Send a test",
  tested: "A test is on its way. Its outcome appears among the attempts.",
  rotate: "New secret",
  rotateQuestion: (name: string) => `Give ${name} a new secret?`,
  rotateText: "For 24 hours, requests are also signed with the old one. After that, only the new one counts.",
  replay: "Send again",
  replayTitle: "Send events again",
  replayText: "They are sent with the same ids, in their order. Programs recognise by the id what they already have.",
  replayFrom: "Events of",
  periods: { "1": "the last hour", "24": "the last 24 hours", "168": "the last 7 days", "720": "the last 30 days" },
  failedOnly: "Only those that did not arrive",
  replayed: (events: number) =>
    events === 0 ? "There was nothing to send again." : events === 1 ? "1 event is sent again." : `${events} events are sent again.`,
  remove: "Delete",
  removeQuestion: (name: string) => `Delete ${name}?`,
  removeText: "Nothing more is sent there, not even what is still waiting. This cannot be undone.",
  removed: (name: string) => `${name} is deleted.`,
  of: (action: string, name: string) => `${action}: ${name}`,
  attempts: "Attempts",
  showAttempts: "Show attempts",
  hideAttempts: "Hide attempts",
  noAttempts: "Nothing has been sent yet.",
  attemptTable: { at: "When", event: "Event", outcome: "Outcome", answer: "Answer" },
  arrived: (status: number | null, milliseconds: number) => `Arrived (status ${status}, ${milliseconds} ms)`,
} as const;

const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  "post.scheduled": "Post scheduled",
  "post.published": "Post published",
  "post.partly_failed": "Post failed on some channels",
  "post.failed": "Post failed",
  "post.skipped": "Post skipped",
  "queue.running_empty": "Queue is running low",
  "channel.connected": "Channel connected",
  "channel.expiring": "Channel log-in expires soon",
  "channel.disconnected": "Channel disconnected",
  "automation.imported": "Automation has made posts",
  "automation.failing": "Automation is failing",
};

/** A type that this page does not know is called as it is. */
export function eventWords(type: string): string {
  if (type === "webhook.test") return "Test";
  return Object.hasOwn(EVENT_WORDS, type) ? EVENT_WORDS[type as EventType] : type;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
