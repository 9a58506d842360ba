import { z } from "zod";
import { IsoMicros } from "./formats.ts";
import { Id } from "./text.ts";

/** The types that the API knows, in the order of `docs/platforms.md#texts`. */
export const CHANNEL_TYPES = [
  "Facebook",
  "Instagram",
  "Threads",
  "LinkedIn",
  "Google Business",
  "YouTube",
  "TikTok",
  "Pinterest",
  "X",
  "Mastodon",
  "Bluesky",
  "Telegram",
  "Social Media",
] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];
export const ChannelType = z
  .enum(CHANNEL_TYPES)
  .meta({ description: "Tolerate unrecognized values: new platforms are added over time.", example: "Mastodon" });

export const ChannelStatus = z
  .enum(["ACTIVE", "INACTIVE"])
  .meta({ description: "`INACTIVE`: disconnected or needs re-authentication; receives no posts." });

/**
 * Internal states as well: `PENDING` (sign-in not finished), `REMOVED`, and `ACCOUNT` (Pinterest's account record); counted,
 * never shown.
 */
export const CHANNEL_STATES = ["ACTIVE", "INACTIVE", "PENDING", "REMOVED", "ACCOUNT"] as const;
export type ChannelState = (typeof CHANNEL_STATES)[number];

const fields = {
  id: Id,
  name: z.string().meta({ example: "@cornerbakery" }),
  status: ChannelStatus,
  type: ChannelType,
};

export const Channel = z.object({ ...fields, createdAt: IsoMicros, updatedAt: IsoMicros }).meta({ id: "Channel" });

/** As embedded in a collection: without timestamps. */
export const CollectionChannel = z.object(fields).meta({ id: "CollectionChannel" });
