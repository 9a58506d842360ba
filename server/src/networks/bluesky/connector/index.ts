import type { Connector } from "../../connectors/connector.ts";
import { LANGUAGE } from "../../connectors/language.ts";
import { deniedToGrant } from "../../connectors/oauth/denied.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { blueskyLogIn } from "./oauth/log-in.ts";
import { people } from "./people.ts";
import { comment, find, findComment, firstPart, publish } from "./publish.ts";
import { show } from "./show.ts";
import { markUp } from "./spans.ts";
import { lengthsOf } from "./text.ts";

export const bluesky: Connector = {
  type: "Bluesky",
  textMeasure: () => (text) => lengthsOf(markUp(text).text),
  preferences: [LANGUAGE],
  logIns: [blueskyLogIn],
  profileUrl: ({ remoteId }) => `https://bsky.app/profile/${remoteId}`,
  connect,
  publish: deniedToGrant(publish),
  find: deniedToGrant(find),
  firstPart,
  comment: deniedToGrant(comment),
  findComment: deniedToGrant(findComment),
  counts: (remoteIds, _account, call) => counts(remoteIds, call),
  people,
  show,
};
