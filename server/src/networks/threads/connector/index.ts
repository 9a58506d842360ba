import type { Connector } from "../../connectors/connector.ts";
import { HOSTS } from "./api.ts";
import { comment, findComment } from "./comment.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { logIn } from "./log-in.ts";
import { find, firstPart, publish } from "./publish.ts";
import { show } from "./show.ts";
import { textMeasure } from "./text.ts";

/**
 * A post is a container, which nobody sees, until one call publishes it. The container is checkpointed before that call and can
 * be asked afterwards whether it was published; the post's id is then found in the profile's list. Nothing is sent again before
 * that is settled.
 */
export const threads: Connector = {
  type: "Threads",
  hosts: HOSTS,
  logIns: [logIn],
  fetchesMedia: () => ["image", "video"],
  textMeasure: () => textMeasure,
  profileUrl: ({ handle }) => `https://www.threads.com/@${handle.replace(/^@/, "")}`,
  connect,
  publish,
  find,
  firstPart,
  comment,
  findComment,
  counts,
  countedTogether: () => 1,
  show,
};
