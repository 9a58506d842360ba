import type { Connector } from "../../connectors/connector.ts";
import { connect } from "./connect.ts";
import { HOSTS } from "./hosts.ts";
import { isSameAccount } from "./locations.ts";
import { logIn } from "./log-in.ts";
import { find, publish } from "./publish.ts";
import { show } from "./show.ts";

/**
 * A channel is a location; one log-in serves all locations of a person. One call makes a post, and Google knows no idempotency key for
 * it. That the call begins is checkpointed before it; one without an answer is looked up in the location's posts four times within a
 * quarter of an hour, then made once more, and never a third time. A post that Google has taken is waited for until it is live.
 *
 * There are no `counts`: Google has told none for posts since February 2023
 * (https://developers.google.com/my-business/content/sunset-dates, 2026-05).
 */
export const googleBusiness: Connector = {
  type: "Google Business",
  hosts: HOSTS,
  // Of a post; photos for the profile are sent.
  fetchesMedia: () => ["image"],
  isSameAccount,
  logIns: [logIn],
  connect,
  publish,
  find,
  show,
};
