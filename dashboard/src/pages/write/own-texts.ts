import { CHANNEL_TYPES, type ChannelType } from "@rostrum/contract/channels.ts";
import type { Draft } from "./state.ts";

/** Own texts by network; a network that is not among them gets the common text. */
type OwnTexts = Draft["captions"];

/** The networks that have a text of their own, in their usual order. */
export function networksWithOwnText(captions: OwnTexts): ChannelType[] {
  return CHANNEL_TYPES.filter((type) => captions[type] !== undefined);
}

/** The networks for which one can be written. */
export function networksWithoutOwnText(captions: OwnTexts, channels: readonly { readonly type: ChannelType }[]): ChannelType[] {
  return CHANNEL_TYPES.filter((type) => captions[type] === undefined && channels.some((channel) => channel.type === type));
}

/** Begins with the common text: most are a variation of it. */
export function withOwnText({ captions, caption }: Pick<Draft, "captions" | "caption">, type: ChannelType): OwnTexts {
  return { ...captions, [type]: caption };
}

export function withoutOwnText(captions: OwnTexts, type: ChannelType): OwnTexts {
  const { [type]: _left, ...rest } = captions;
  return rest;
}

/** As the service is asked to store them. */
export function captionsOf({ captions }: Pick<Draft, "captions">): { type: ChannelType; caption: string }[] {
  return networksWithOwnText(captions).flatMap((type) => {
    const caption = captions[type] ?? "";
    return caption.trim() === "" ? [] : [{ type, caption }];
  });
}
