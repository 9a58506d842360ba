import { z } from "zod";
import type { ChannelType } from "./channels.ts";
import * as limits from "./limits.ts";
import { Id, text } from "./text.ts";

const option = text({ min: 0, max: limits.OPTION_LENGTH_MAX });
const optionList = z.array(option).max(limits.OPTION_ITEMS_MAX);
const optionId = text({ min: 1, max: limits.OPTION_LENGTH_MAX });
const location = z.object({
  id: optionId.meta({ description: "Id of the place.", example: "106377336067638" }),
  name: option.optional().meta({ description: "Name of the place.", example: "Berlin" }),
});
const collab = z.union([option, optionList]).meta({ description: "User name, or several.", example: "@flourmill" });

/** Non-content options of individual platforms. Unknown keys are ignored. */
export const PlatformOptions = z
  .object({
    instagram: z
      .object({
        collab: collab.optional(),
        location: location.optional(),
        trialReel: option.optional().meta({ description: "How a trial reel graduates.", example: "MANUAL" }),
        shareToFeed: z.boolean().optional().meta({ description: "Whether a reel shows in the feed too." }),
      })
      .optional(),
    facebook: z.object({ collab: collab.optional(), location: location.optional() }).optional(),
    tiktok: z
      .object({
        sendToInbox: z.boolean().optional().meta({ description: "Finish in the app." }),
        autoAddMusic: z.boolean().optional().meta({ description: "Let TikTok add music." }),
      })
      .optional(),
    youtube: z
      .object({
        tags: optionList.optional().meta({ description: "Keywords of the video." }),
        playlists: z
          .array(z.object({ channelId: Id, playlistIds: z.array(optionId).min(1).max(limits.OPTION_ITEMS_MAX) }))
          .max(limits.OPTION_ITEMS_MAX)
          .optional()
          .meta({ description: "Playlists by channel." }),
      })
      .optional(),
    googlemybusiness: z
      .object({ uploadToPhotosSection: z.boolean().optional().meta({ description: "Add the image to the profile's photos." }) })
      .optional(),
  })
  .meta({ id: "PlatformOptions", description: "Options of individual platforms; others ignore them." });
export type PlatformOptions = z.output<typeof PlatformOptions>;

/** The name of each platform's options. */
const OPTION_NAMES: Readonly<Partial<Record<ChannelType, keyof PlatformOptions>>> = {
  Instagram: "instagram",
  Facebook: "facebook",
  TikTok: "tiktok",
  YouTube: "youtube",
  "Google Business": "googlemybusiness",
};

/** The options for channels of the type; empty if there are none. */
export function optionsFor(type: ChannelType, options: PlatformOptions | null): NonNullable<PlatformOptions[keyof PlatformOptions]> {
  const name = OPTION_NAMES[type];
  return (name === undefined ? undefined : options?.[name]) ?? {};
}

/** A channel named by an option; it must be one of the brand's. */
export interface NamedChannel {
  readonly channelId: number;
  readonly type: ChannelType;
  /** The field of the request that names it. */
  readonly field: string;
  /** The error message if the brand has no such channel. */
  readonly missing: string;
}

/** The channels that the options name: playlists belong to one channel each. */
export function channelsNamedIn(options: PlatformOptions | undefined): NamedChannel[] {
  return (options?.youtube?.playlists ?? []).map(({ channelId }, index) => ({
    channelId,
    type: "YouTube",
    field: `platforms.youtube.playlists.${index}.channelId`,
    missing: "The playlist's channel is not a YouTube channel of the brand.",
  }));
}
