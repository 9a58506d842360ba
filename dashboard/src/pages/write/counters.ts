import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { ChannelOutline, PostOutline } from "@rostrum/contract/outlines.ts";
import { obstacleOf } from "@rostrum/contract/preflight.ts";
import { textsOn } from "@rostrum/contract/preflight-text.ts";
import type { WritingChannel } from "@rostrum/contract/private/writing.ts";
import { type Draft, pollOf } from "./state.ts";

/** How far a text is on one network, at once, by the contract's own rules; the service knows the account's rules better. */
export interface Counter {
  readonly type: ChannelType;
  /** Of the longest part. */
  readonly length: number;
  readonly max: number;
  readonly unit: "characters" | "bytes";
  readonly parts: number;
  readonly isOver: boolean;
}

/** What goes to a network: its own text, if it has one. */
function outlineOf(draft: Draft, type: ChannelType): PostOutline {
  const { caption, captions, isThread, isStory, poll, media } = draft;
  return {
    text: captions[type] ?? caption,
    thread: isThread,
    asStory: isStory,
    poll: poll === null ? null : pollOf(poll),
    media: media.flatMap((item) => (item.kind === "file" ? [item.medium] : [])),
  };
}

/** One for each network of the collection; of several accounts on one, the strictest. */
export function countersOf(draft: Draft, channels: readonly WritingChannel[]): Counter[] {
  const all = channels.map((channel) => counterOf(outlineOf(draft, channel.type), channel));
  return [...Map.groupBy(all, ({ type }) => type).values()].flatMap((same) =>
    same.reduce((most, each) => (rest(each) < rest(most) ? each : most)),
  );
}

/** Why a network certainly does not take the post, as a sentence; null if nothing is in its way. */
export function obstacleFor(draft: Draft, channel: WritingChannel, convertsVideos: boolean): string | null {
  if (draft.media.some(({ kind }) => kind === "address")) return null;
  return obstacleOf(outlineOf(draft, channel.type), channelOutline(channel), { convertsVideos })?.message ?? null;
}

function counterOf(outline: PostOutline, channel: WritingChannel): Counter {
  const texts = textsOn(outline, channelOutline(channel));
  const longest = texts.reduce((most, each) => (each.length / each.max > most.length / most.max ? each : most));
  const { length, max, unit } = longest;
  return { type: channel.type, length, max, unit, parts: texts.length, isOver: length > max };
}

function channelOutline({ type, limits, elsewhere }: WritingChannel): ChannelOutline {
  return { type, limits, elsewhere, measure: null };
}

function rest({ length, max }: Counter): number {
  return max - length;
}
