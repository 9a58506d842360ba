import { type Instant, printLocal } from "@rostrum/contract/formats.ts";
import type { NewPost } from "@rostrum/contract/posts.ts";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import { deliveryWords } from "@rostrum/contract/reasons.ts";

/** A post that was just stored, and what becomes of it. */
export interface Announced {
  readonly mode: NewPost["publishMode"];
  readonly timezone: string;
  /** Null for a draft, and in a queue that has no slots. */
  readonly at: Instant | null;
  readonly isPaused: boolean;
  readonly channels: readonly (Pick<PreviewedChannel, "channel" | "channelType" | "outcome" | "reason" | "message"> & {
    readonly active: boolean;
  })[];
}

/** More would be a page; `rostrum explain` lists all of them. */
const CHANNELS_MAX = 10;

/** Says to whoever has created a post when it leaves, by the brand's clock, and where it will not be published, and why. */
export function announcementOf(post: Announced): string {
  const { mode, channels } = post;
  if (mode === "DRAFT") return "Post saved as a draft. Nothing is published until it is queued or scheduled.";
  if (!channels.some(({ active }) => active)) return `${nowhere(channels.length)} ${STORED[mode]}`;
  const told = channels.filter(({ message }) => message !== null);
  const rest = told.length - CHANNELS_MAX;
  return [
    ...(channels.every(isRefused) ? ["Nothing will be published as it is now."] : []),
    whenOf(post),
    ...told.slice(0, CHANNELS_MAX).map(fateOf),
    ...(rest > 0 ? [`The same or something else concerns ${rest} more channels.`] : []),
  ].join(" ");
}

const STORED = {
  QUEUE: "Post added to the queue.",
  SCHEDULE: "Post scheduled.",
  IMMEDIATE: "Post created.",
} as const;

/** The engine's word for it, with what to do. */
function nowhere(channels: number): string {
  const why = channels === 0 ? deliveryWords.noChannel : deliveryWords.everyChannelInactive;
  return `Nothing will be published: connect a channel and add it to the collection. ${why}`;
}

function whenOf({ mode, at, timezone, isPaused }: Announced): string {
  if (mode === "IMMEDIATE") return "Post is being published.";
  if (mode === "QUEUE" && at === null) return "Post added to the queue. The collection has no slots, so its queue never moves.";
  const moment = printLocal(at as Instant, timezone).slice(0, 16);
  if (mode === "SCHEDULE") return `Post scheduled. It goes out on ${moment} (${timezone}).`;
  if (isPaused) return `Post added to the queue. The queue is paused, so it waits; its turn would be ${moment} (${timezone}).`;
  return `Post added to the queue. It goes out on ${moment} (${timezone}).`;
}

function isRefused({ outcome }: Pick<PreviewedChannel, "outcome">): boolean {
  return outcome === "SKIPPED" || outcome === "FAILED";
}

function fateOf({ channelType, channel, outcome, message }: Announced["channels"][number]): string {
  const reason = message ?? "";
  const name = `${channelType} “${channel}”`;
  if (outcome === "SKIPPED") return `${name} will be skipped: ${asSentence(reason)}`;
  return outcome === "FAILED" ? `${name} will fail: ${asSentence(reason)}` : `${name} waits: ${asSentence(reason)}`;
}

function asSentence(words: string): string {
  const text = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
