import type { ChannelType } from "@rostrum/contract/channels.ts";
import { takesCover } from "@rostrum/contract/pictures.ts";
import type { DescribedMedium } from "@rostrum/contract/private/writing.ts";
import type { PanelPost } from "./queries.ts";

/** What readers see of a video before they play it, on channels of this type, else wherever a cover is taken; undefined without one. */
export function coverOf(
  { id }: { readonly id: string },
  { covers, media }: PanelPost["pictures"],
  type?: ChannelType,
): DescribedMedium | undefined {
  const cover = covers.find(({ mediaId }) => mediaId === id);
  if (cover === undefined || (type !== undefined && !takesCover(type, cover))) return undefined;
  return media.find((medium) => medium.id === cover.ownId);
}
