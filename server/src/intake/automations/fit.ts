import { type NetworkCaption, ownWordsOf, wordsOn } from "@rostrum/contract/captions.ts";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { THREAD_SEGMENTS_MAX } from "@rostrum/contract/limits.ts";
import { NO_FACTS } from "@rostrum/contract/medium-facts.ts";
import type { ChannelOutline } from "@rostrum/contract/outlines.ts";
import { threadSegments } from "@rostrum/contract/posts.ts";
import { segmentsOn, textObstacle } from "@rostrum/contract/preflight-text.ts";
import { codePoints } from "@rostrum/contract/text.ts";
import type { App } from "../../app.ts";
import { channelOutline } from "../../brands/channels/outline.ts";
import { listPreferringIn } from "../../brands/channels/preferences-store.ts";
import { cutText } from "../feeds/template.ts";
import { composeText, type DatedItem, type PostText, type Templates } from "./compose.ts";

/** The text of the post that an item becomes, and what it is where the whole is too long. */
export interface FittedText extends PostText {
  /** Whether it becomes a thread where it is too long: not if its template alone makes more parts than a thread may have. */
  readonly autoThreadText: boolean;
  /** With a shorter description, by network. */
  readonly captions: NetworkCaption[];
  /** Networks for which it is too long without any description. */
  readonly tooLong: ChannelType[];
}

/** A channel as far as texts for it are concerned. */
export interface TextChannel extends ChannelOutline {
  readonly id: number;
  readonly name: string;
}

/** The channels of a collection, with what decides how long a text may be on them. */
export async function outlinesIn(app: App, collectionId: number): Promise<TextChannel[]> {
  return (await listPreferringIn(app.db, collectionId)).map((channel) => {
    return { id: channel.id, name: channel.name, ...channelOutline(app, channel) };
  });
}

interface Fitting {
  readonly channels: readonly ChannelOutline[];
  /** Of its media: some networks take less text with pictures. */
  readonly mimes: readonly string[];
  /** Whether a thread is wished where the text is too long. */
  readonly autoThread: boolean;
}

/**
 * Cuts the item's description for the networks whose channels take less text than the whole, at a word and as little as possible, so
 * that what the template has around it stays whole. A network that has threads takes more, if they are wished.
 */
export function fitText(templates: Templates, item: DatedItem, { channels, mimes, autoThread }: Fitting): FittedText {
  const media = mimes.map((mime) => ({ ...UNKNOWN, mime }));
  const whole = composeText(templates, item);
  const thread = autoThread && threadSegments(whole.body).length <= THREAD_SEGMENTS_MAX;
  const fits = (text: string, on: readonly ChannelOutline[]) =>
    on.every((channel) => textObstacle({ text, thread, asStory: false, poll: null, media }, channel) === null);
  const captions: NetworkCaption[] = [];
  const tooLong: ChannelType[] = [];
  for (const type of new Set(channels.map((channel) => channel.type))) {
    const on = channels.filter((channel) => channel.type === type);
    if (fits(whole.body, on)) continue;
    const caption = longest(templates, item, (text) => fits(text, on));
    if (caption === null) tooLong.push(type);
    else captions.push({ type, caption });
  }
  return { ...whole, autoThreadText: thread, captions, tooLong };
}

/** What each of the channels on which a text becomes a thread gets, as the engine splits it. */
export function threadsOf<C extends ChannelOutline>({ body, autoThreadText: thread, captions }: FittedText, channels: readonly C[]) {
  const own = ownWordsOf(captions);
  return channels
    .map((channel) => ({ channel, parts: segmentsOn(wordsOn({ text: body, thread }, own, channel.type), channel) }))
    .filter(({ parts }) => parts.length > 1);
}

const UNKNOWN = { name: "", sizeBytes: 0, width: null, height: null, durationSeconds: null, facts: NO_FACTS } as const;

/** The caption with as much of the description as fits; null if it is too long without any, or has none to cut. */
function longest(templates: Templates, item: DatedItem, fits: (text: string) => boolean): string | null {
  const cutTo = (length: number) => composeText(templates, { ...item, description: cutText(item.description, length) }).body;
  let [most, least] = [codePoints(item.description), 0];
  let best = cutTo(0);
  if (!fits(best)) return null;
  while (most - least > 1) {
    const length = Math.floor((most + least) / 2);
    const caption = cutTo(length);
    if (fits(caption)) [least, best] = [length, caption];
    else most = length;
  }
  return best;
}
