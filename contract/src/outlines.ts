import type { ChannelLimits } from "./channel-limits.ts";
import type { ChannelType } from "./channels.ts";
import type { MediumOutline } from "./medium-facts.ts";
import type { Poll } from "./posts.ts";
import type { ObstacleReason } from "./reasons.ts";
import type { TextMeasure } from "./split-text.ts";

/** What of a post decides whether a platform can take it. */
export interface PostOutline {
  readonly text: string;
  /** `autoThreadText`: the text is split where the platform has threads, at triple newlines or else where it is too long. */
  readonly thread: boolean;
  readonly asStory: boolean;
  readonly poll: Pick<Poll, "question"> | null;
  readonly media: readonly MediumOutline[];
}

export interface ChannelOutline {
  readonly type: ChannelType;
  readonly limits: ChannelLimits;
  /** Whether it is reached at another address than the platform's own (setting, sandbox). */
  readonly elsewhere: boolean;
  /** How its connector counts texts; null: by the platform's row. */
  readonly measure: TextMeasure | null;
}

/** What the service can do about a file that does not fit. */
export interface Conversions {
  readonly convertsVideos: boolean;
}

export interface Obstacle {
  readonly reason: ObstacleReason;
  readonly message: string;
}
