import type { Connector } from "../connector.ts";
import { connect } from "./connect.ts";
import { comment, publish, REPEAT_SAFE_SECONDS } from "./publish.ts";
import { show } from "./show.ts";

/** A signed webhook, for networks that the service does not know: `docs/webhook-channel.md`. */
export const socialMedia: Connector = {
  type: "Social Media",
  // Receivers recognize a repeat by its delivery id; `docs/webhook-channel.md` asks them to respond as they did the first time.
  repeatSafeSeconds: () => REPEAT_SAFE_SECONDS,
  // Who reads what a receiver makes of a post is not known.
  isOpen: () => false,
  connect,
  publish,
  comment,
  show,
};
