/**
 * Stable machine words for why something happened to a post, or will not happen. Scripts depend on them: a word is never
 * renamed and never changes its meaning. `docs/reasons.md` is this table for readers.
 */

/** What is certain, before anything is sent, to keep a post from a platform. The first is SKIPPED, everything else FAILED. */
export const obstacleReasons = {
  unsuitable: "The platform does not take a post of this kind: SKIPPED.",
  text_too_long: "The text is longer than the platform takes: FAILED.",
  too_many_files: "The post has more files than the platform takes: FAILED.",
  file_too_large: "A file has more bytes than the platform takes: FAILED.",
  file_too_small: "A file has fewer bytes than the platform takes: FAILED.",
  video_too_long: "A video is longer than the platform takes: FAILED.",
  video_too_short: "A video is shorter than the platform takes: FAILED.",
  video_format: "A video's container or codec is none that the platform takes: FAILED.",
  frame_rate: "A video has more or fewer frames a second than the platform takes: FAILED.",
  bit_rate: "A video has more bits a second than the platform takes: FAILED.",
  dimensions: "An image or video has more or fewer pixels than the platform takes: FAILED.",
  aspect_ratio: "An image or video is wider or narrower than the platform takes: FAILED.",
  document_too_long: "A document has more pages than the platform takes: FAILED.",
  file_unreadable: "An image cannot be opened: reading it took too much time or memory, three times: FAILED.",
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
  handed_over: "The post lies in the platform's inbox, or with a person who finishes it there.",
  channel_inactive: "The channel is inactive: nothing is sent there until it is connected again or switched on.",
  no_active_channel: "The collection has no channel, or all of them are inactive.",
  ...obstacleReasons,
  conversion_failed: "A file could not be converted to what the platform takes; the message says which.",
  rejected: "The platform refused the post as it is; the message has its words.",
  unauthorized: "The platform refused the channel's access; the channel became inactive.",
  retry_later: "The platform refused for now; the same is tried again.",
  channel_held: "The network has asked for a pause, or is away: what waits on the channel goes on in its order when that is over.",
  processing: "The platform has the post and is still processing it.",
  outcome_unknown: "Whether the platform has the post is not known; it is found out before anything is sent again.",
  gave_up: "Tried as often and as long as allowed, without success.",
  undecided: "It could not be found out whether the post was published; it is not sent again, so that it cannot appear twice.",
  post_deleted: "The post was deleted before it could be published here.",
  parent_not_published: "The post that the comment belongs to is not published.",
} as const;
export type DeliveryReason = keyof typeof deliveryReasons;

/** Why a post will not leave, or not reach a channel, as far as can be told beforehand. */
export const forecastReasons = {
  queue_paused: "The brand's queue is paused: no queued post of the brand leaves.",
  collection_paused: "The collection is paused: none of its queued posts leaves.",
  no_active_channel: "The collection has no channel, or all of them are inactive: its queued posts stay where they are.",
  channel_inactive: "The channel is inactive and is skipped while the others publish.",
  no_slots: "The collection has no slots, so its queue never moves.",
  beyond_horizon: "The post leaves later than the days that were asked for, or its turn does not come within them.",
  draft: "A draft leaves only once it is queued or scheduled.",
  ...obstacleReasons,
} as const;
export type ForecastReason = keyof typeof forecastReasons;

/** The sentences of entries for which no platform is asked: the engine writes them, a forecast tells them beforehand. */
export const deliveryWords = {
  channelInactive: "channel is inactive",
  everyChannelInactive: "Every channel is inactive.",
  noChannel: "The collection has no channel.",
  cannotPublish: (type: string) => `${type} channels cannot publish yet.`,
} as const;
