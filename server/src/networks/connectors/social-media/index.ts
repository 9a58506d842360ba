import type { Connector } from "../connector.ts";
import { connect } from "./connect.ts";
import { comment, find, findComment, publish } from "./publish.ts";
import { show } from "./show.ts";

/** A signed webhook, for networks that the service does not know: `docs/webhook-channel.md`. */
export const socialMedia: Connector = {
  type: "Social Media",
  // Who reads what a receiver makes of a post is not known.
  isOpen: () => false,
  connect,
  publish,
  find,
  comment,
  findComment,
  show,
};
