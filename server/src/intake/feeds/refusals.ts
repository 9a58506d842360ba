import { FEED_BYTES_MAX } from "../../ground/net/caps.ts";
import type { FetchFailure } from "../../ground/net/net.ts";
import { whyNotFetched } from "../../ground/net/why.ts";

/** Shown to users when nothing usable was received, with a sentence of `whyNotFetched` behind it where there is one. */
export const NOT_FETCHED = "The feed could not be fetched.";

/** The same, with the reason. */
export function notFetched(failure: FetchFailure): string {
  return `${NOT_FETCHED} ${whyNotFetched(failure, FEED_BYTES_MAX)}`;
}

/** Shown for any response that is not a feed. */
export const NO_FEED = "The address does not lead to a feed.";

/** Reading it took more time or memory than any feed needs. */
export const TOO_HARD = "The feed takes too much time or memory to be read.";
