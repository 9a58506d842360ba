import type { Connector } from "../../connectors/connector.ts";
import { HOSTS } from "./api.ts";
import { comment, findComment } from "./comment.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { logIn } from "./log-in.ts";
import { playlists } from "./own-playlists.ts";
import { PREFERENCES } from "./preferences.ts";
import { find, publish } from "./publish.ts";
import { BUDGETS } from "./quota.ts";
import { show } from "./show.ts";
import { afterwards, saysOtherwise } from "./visibility.ts";

/**
 * A channel of YouTube; the grant is its own, since people choose one channel at the log-in. A video exists from the last byte of its
 * upload on, and the upload's address, which is stored before the first byte, tells which video it became: it is asked after every
 * doubt, and another upload is only begun when bytes of the first are known to be missing, or once when an hour after YouTube forgot
 * it the list of uploads does not show the video.
 */
export const youtube: Connector = {
  type: "YouTube",
  hosts: HOSTS,
  budgets: BUDGETS,
  preferences: PREFERENCES,
  isOpen: ({ note, preferences }) => preferences.visibility === "public" && !saysOtherwise(note),
  logIns: [logIn],
  profileUrl: ({ remoteId }) => `https://www.youtube.com/channel/${remoteId}`,
  connect,
  publish,
  find,
  remoteIdOf: (url) => /(?:[?&]v=|youtu\.be\/|\/shorts\/)([\w-]{6,20})(?:[?&#/]|$)/.exec(url)?.[1] ?? null,
  comment,
  findComment,
  counts,
  afterwards,
  playlists,
  show,
};
