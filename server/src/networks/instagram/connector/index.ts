import type { Connector } from "../../connectors/connector.ts";
import { byFacebook } from "./by-facebook.ts";
import { comment, findComment } from "./comment.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { instagramLogIn } from "./instagram-log-in.ts";
import { places } from "./places.ts";
import { textMeasure } from "./plan.ts";
import { find, firstPart, publish } from "./publish.ts";
import { HOSTS } from "./session.ts";
import { show } from "./show.ts";
import { fetchesMedia } from "./upload.ts";

/**
 * A post is published from a container, which nobody sees before and which afterwards tells whether it was published. Its id is
 * stored before it is published, and so is that publishing has begun; a lost answer is settled by asking the container and the
 * account's list of posts (`look.ts`), never by repeating.
 */
export const instagram: Connector = {
  type: "Instagram",
  hosts: HOSTS,
  logIns: [instagramLogIn, byFacebook],
  fetchesMedia,
  // There is no idempotency key, and that a container gives one post only is promised nowhere.
  textMeasure: () => textMeasure,
  profileUrl: ({ handle }) => `https://www.instagram.com/${handle.replace(/^@/, "")}/`,
  connect,
  publish,
  find,
  firstPart,
  comment,
  findComment,
  counts,
  countedTogether: () => 1,
  show,
  places,
};
