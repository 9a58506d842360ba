import type { Instant } from "./formats.ts";

/**
 * Stable machine words for why something happened to a post, or will not happen. Scripts depend on them: a word is never
 * renamed and never changes its meaning. `docs/reasons.md` is this table for readers.
 */

/** Obstacles that are certain before anything is sent. The first is SKIPPED, all others FAILED. */
export const obstacleReasons = {
  unsuitable: "The platform does not accept this kind of post: SKIPPED.",
  preference_missing: "The network needs a choice that nobody has made for the channel or the post, or that is no longer offered: FAILED.",
  text_too_long: "The text is longer than the platform allows: FAILED.",
  too_many_files: "The post has more files than the platform allows: FAILED.",
  file_too_large: "A file is larger than the platform allows: FAILED.",
  file_too_small: "A file is smaller than the platform allows: FAILED.",
  video_too_long: "A video is longer than the platform allows: FAILED.",
  video_too_short: "A video is shorter than the platform allows: FAILED.",
  video_format: "The platform does not accept a video's container or codec: FAILED.",
  frame_rate: "A video's frame rate is higher or lower than the platform allows: FAILED.",
  bit_rate: "A video's bit rate is higher than the platform allows: FAILED.",
  dimensions: "An image or video has more or fewer pixels than the platform allows: FAILED.",
  aspect_ratio: "An image's or video's aspect ratio is not one the platform allows: FAILED.",
  document_too_long: "A document has more pages than the platform allows: FAILED.",
  files_out_of_reach: "The platform fetches files from this service, whose public address nobody can reach from outside: FAILED.",
  file_unreadable:
    "An image cannot be opened, because it has too many pixels, or because reading it took too much time or memory three times: FAILED.",
} as const;
export type ObstacleReason = keyof typeof obstacleReasons;

export function isObstacle(reason: string): reason is ObstacleReason {
  return Object.hasOwn(obstacleReasons, reason);
}

/** Content of a kind that the platform does not take is SKIPPED, what is above its limits FAILED: `docs/published.md#statuses`. */
export function statusFor(reason: ObstacleReason): "SKIPPED" | "FAILED" {
  return reason === "unsuitable" ? "SKIPPED" : "FAILED";
}

/** Why a delivery (a post on one channel) is in its state. */
export const deliveryReasons = {
  published: "The platform has the post.",
  handed_over: "The post is in the platform's inbox, or waiting for a person to finish it there.",
  channel_inactive: "The channel is inactive: nothing is sent there until it is reconnected or switched on.",
  no_active_channel: "The collection has no channel, or all of them are inactive.",
  ...obstacleReasons,
  conversion_failed: "A file could not be converted to a format the platform accepts; the message says which.",
  rejected: "The platform refused the post; the message quotes it.",
  unauthorized:
    "The platform denied the channel access. While the entry is RETRYING, it is tried once more after an hour; FAILED if it is refused again, and the channel was made inactive unless its access works for others.",
  retry_later: "The platform refused temporarily; the same request will be retried.",
  channel_held:
    "The network has asked for a pause or is down, or a budget is used up: the channel's posts continue in order when that is over.",
  held_too_long:
    "Nothing was let through for 72 hours: a quota or a budget was used up, a limit was reached, or the network was out of reach, all that time.",
  processing: "The platform has the post and is still processing it.",
  outcome_unknown: "It is not known whether the platform has the post; this is checked before anything is sent again.",
  gave_up: "Retried as often and as long as allowed, without success.",
  undecided:
    "It could not be determined whether the post was published; it is not sent again, so that it cannot appear twice. A person who has looked can settle it with rostrum admin deliveries settle.",
  post_deleted: "The post was deleted before it, or all of it, could be published here.",
  parent_not_published: "The post the comment belongs to has not been published.",
} as const;
export type DeliveryReason = keyof typeof deliveryReasons;

/** Why a post will not be published, or not on a channel, as far as can be known in advance. */
export const forecastReasons = {
  queue_paused: "The brand's queue is paused: none of its queued posts are published.",
  brand_arrived:
    "The post came with the brand from another installation, and the brand's queue has not been resumed since: when its time comes, it becomes a draft.",
  collection_paused: "The collection is paused: none of its queued posts are published.",
  no_active_channel: "The collection has no channel, or all of them are inactive: its queued posts stay where they are.",
  channel_inactive: "The channel is inactive and is skipped; the others publish.",
  no_slots: "The collection has no slots, so its queue never moves.",
  beyond_horizon: "The post is due after the requested days, or its turn does not come within them.",
  draft: "A draft is published only once it is queued or scheduled.",
  channel_held: "The channel is held until the network's pause is over or a budget suffices again: the post waits until then.",
  held_too_long: "The channel is held for longer than 72 hours after the post is due: FAILED.",
  ...obstacleReasons,
} as const;
export type ForecastReason = keyof typeof forecastReasons;

/** Messages of entries for which no platform is called: written by the engine, predicted by forecasts. */
export const deliveryWords = {
  channelInactive: "channel is inactive",
  everyChannelInactive: "Every channel is inactive.",
  everyChannelLeftOut: "Every channel is left out of this post.",
  noChannel: "The collection has no channel.",
  /** On a held channel, to the minute. */
  held: (reason: string, until: Instant) => `${sentence(reason)} Nothing is sent until ${until.slice(0, 16).replace("T", " ")} UTC.`,
  denied: (reason: string) => `The platform refused the channel's access: ${reason}`,
  deniedOnce: (reason: string) =>
    `The platform refused the channel's access: ${sentence(reason)} Networks sometimes refuse access that is good, so this is tried once more after an hour.`,
  deleted: "The post was deleted before it could be published here.",
  deletedHalfway: "The post was deleted before all of it could be published here.",
  /** `place`: the address of the first of its parts, else its id. */
  partlyLive: (message: string, place: string) => `${sentence(message)} A part of it is live: ${place}`,
  sentAgain: "Sent again because a person decided so: if the earlier attempt did arrive after all, readers see it twice.",
  triedAgain: "Tried again because a person asked for it.",
  cannotPublish: (type: string) => `${type} channels cannot publish yet.`,
} as const;

function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
