/** What users read when nothing usable came; the same for every reason, so that it tells nothing of networks behind it. */
export const NOT_FETCHED = "The feed could not be fetched.";

/** One sentence for everything that came but is no feed. */
export const NO_FEED = "The address does not lead to a feed.";

/** What came took more time or memory than any feed needs. */
export const TOO_HARD = "The feed takes too much time or memory to be read.";
