import type { ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { pictureOn } from "../pictures.ts";
import type { DraftMedium } from "../state.ts";

/** Rounding to whole pixels distorts ratios slightly. */
const MARGIN = 0.01;

/** The networks that refuse by its shape what they get of the picture at this place: those that crop all pictures to the first look at that one alone. */
export function refusingShape(
  media: readonly DraftMedium[],
  index: number,
  { types, isStory }: { readonly types: readonly ChannelType[]; readonly isStory: boolean },
): ChannelType[] {
  const item = media[index];
  if (item?.kind !== "file" || !item.medium.mime.startsWith("image/")) return [];
  return [...new Set(types)].filter((type) => {
    const { width, height } = pictureOn(item, type);
    if (width === null || height === null) return false;
    const rules = platforms[type].media;
    const { ratios, cropsToFirst } = isStory && rules.story !== null ? rules.story.image : rules.image;
    if (ratios === null || (cropsToFirst && index > 0)) return false;
    const ratio = width / height;
    return ratio < ratios[0] * (1 - MARGIN) || ratio > ratios[1] * (1 + MARGIN);
  });
}
