import type { Connector } from "../../connectors/connector.ts";
import { LANGUAGE } from "../../connectors/language.ts";
import { deniedToGrant } from "../../connectors/oauth/denied.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { deliver, locate } from "./deliver.ts";
import { blueskyLogIn } from "./oauth/log-in.ts";
import { orderOfComment, orderOfPost } from "./order.ts";
import { people } from "./people.ts";
import { show } from "./show.ts";
import { markUp } from "./spans.ts";
import { lengthsOf } from "./text.ts";
import { firstPublished } from "./write.ts";

export const bluesky: Connector = {
  type: "Bluesky",
  // The record key is derived from the delivery's key, so putting the same record again changes nothing.
  repeatSafeSeconds: () => Number.POSITIVE_INFINITY,
  textMeasure: () => (text) => lengthsOf(markUp(text).text),
  preferences: [LANGUAGE],
  logIns: [blueskyLogIn],
  profileUrl: ({ remoteId }) => `https://bsky.app/profile/${remoteId}`,
  connect,
  async publish(post, account, call) {
    const order = orderOfPost(post, account);
    return "kind" in order ? order : deniedToGrant(await deliver(order, account, call), account);
  },
  // The video's job is in the checkpoint; publishing resumes from there and finishes once the video is ready.
  async check(post, account, call) {
    const order = orderOfPost(post, account);
    return "kind" in order ? order : deniedToGrant(await deliver(order, account, call), account);
  },
  async find(post, account, call) {
    const order = orderOfPost(post, account);
    return "kind" in order ? { kind: "absent" } : locate(order, account, call);
  },
  firstPart: (_post, _account, call) => firstPublished({ scope: "post" }, call),
  async comment(comment, account, call) {
    const order = orderOfComment(comment, account);
    return "kind" in order ? order : deniedToGrant(await deliver(order, account, call), account);
  },
  async findComment(comment, account, call) {
    const order = orderOfComment(comment, account);
    return "kind" in order ? { kind: "absent" } : locate(order, account, call);
  },
  counts: (remoteIds, _account, call) => counts(remoteIds, call),
  people,
  show,
};
