/**
 * Shown to users when nothing usable was received; the same for every reason, so that it reveals nothing about internal networks.
 */
export const NOT_FETCHED = "The feed could not be fetched.";

/** Shown for any response that is not a feed. */
export const NO_FEED = "The address does not lead to a feed.";

/** Reading it took more time or memory than any feed needs. */
export const TOO_HARD = "The feed takes too much time or memory to be read.";
