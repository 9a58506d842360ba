import type { Connector } from "../../connectors/connector.ts";
import { findPlaces } from "../../connectors/meta/places.ts";
import { comment, findComment } from "./comment.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { HOSTS, NAMES } from "./hosts.ts";
import { logIn } from "./log-in.ts";
import { probe } from "./probe.ts";
import { find, firstPart, publish } from "./publish.ts";
import { show } from "./show.ts";

/**
 * Pages on Facebook. Its API has no means against repeated calls, and answers errors for posts that are live: so every call after which
 * readers see something is recorded before it is sent, made once, and settled by `find`.
 */
export const facebook: Connector = {
  type: "Facebook",
  hosts: HOSTS,
  logIns: [logIn],
  profileUrl: ({ remoteId }) => `https://www.facebook.com/${remoteId}`,
  connect,
  probe,
  publish,
  find,
  firstPart,
  comment,
  findComment,
  counts,
  countedTogether: () => 1,
  show,
  places: (search, account, call) => findPlaces(search, account, call, NAMES),
};
