import type { Connector } from "../../connectors/connector.ts";
import { LANGUAGE } from "../../connectors/language.ts";
import { deniedToGrant } from "../../connectors/oauth/denied.ts";
import { comment, findComment } from "./comment.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { mastodonLogIn } from "./log-in.ts";
import { people } from "./people.ts";
import { textMeasure } from "./plan.ts";
import { find, firstPart, publish } from "./publish.ts";
import { show } from "./show.ts";

export const mastodon: Connector = {
  type: "Mastodon",
  textMeasure,
  preferences: [LANGUAGE],
  logIns: [mastodonLogIn],
  profileUrl: ({ handle }) => {
    const [, name, host] = /^@([^@]+)@(.+)$/.exec(handle) ?? [];
    return host === undefined ? null : `https://${host}/@${name}`;
  },
  connect,
  publish: deniedToGrant(publish),
  find: deniedToGrant(find),
  firstPart,
  comment: deniedToGrant(comment),
  findComment: deniedToGrant(findComment),
  counts: deniedToGrant(counts),
  countedTogether: () => 10,
  people,
  show,
};
