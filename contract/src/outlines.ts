import type { ChannelLimits } from "./channel-limits.ts";
import type { ChannelType } from "./channels.ts";
import type { MediumKind, MediumOutline } from "./medium-facts.ts";
import type { Poll } from "./posts.ts";
import type { ChannelPreferences, PreferenceValues } from "./preferences.ts";
import type { ObstacleReason } from "./reasons.ts";
import type { TextMeasure } from "./split-text.ts";

/** The facts about a post that decide whether a platform accepts it. */
export interface PostOutline {
  readonly text: string;
  /** `autoThreadText`: on platforms with threads the text is split at triple newlines, or else when it is too long. */
  readonly thread: boolean;
  readonly asStory: boolean;
  readonly poll: Pick<Poll, "question"> | null;
  readonly media: readonly MediumOutline[];
  /** Its own preferences on the channel; absent if it has none. */
  readonly preferences?: PreferenceValues;
}

export interface ChannelOutline {
  readonly type: ChannelType;
  readonly limits: ChannelLimits;
  /** Whether its API is not at the platform's own URL (setting, sandbox). */
  readonly elsewhere: boolean;
  /** How its connector measures text; null for the platform's row. */
  readonly measure: TextMeasure | null;
  /** The files that it would have to fetch from this service, which it cannot reach; absent if there are none. */
  readonly outOfReach?: OutOfReach | null;
  /** Absent if there are none to choose. */
  readonly preferences?: ChannelPreferences;
}

export interface OutOfReach {
  readonly kinds: readonly MediumKind[];
  /** The service's public address. */
  readonly address: string;
}

/** What the service can do about a file that is not accepted. */
export interface Conversions {
  readonly convertsVideos: boolean;
}

export interface Obstacle {
  readonly reason: ObstacleReason;
  readonly message: string;
}
