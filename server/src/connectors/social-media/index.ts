import type { Connector } from "../connector.ts";
import { connect } from "./connect.ts";
import { comment, publish } from "./publish.ts";

/** A signed webhook, for networks that the service does not know: `docs/webhook.md`. */
export const socialMedia: Connector = {
  type: "Social Media",
  // The delivery id tells the receiver that a request is a repeat; `docs/webhook.md` asks it to answer that as the first one.
  repeatSafeSeconds: () => Number.POSITIVE_INFINITY,
  connect,
  publish,
  comment,
};
