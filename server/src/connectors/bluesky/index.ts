import type { Connector } from "../connector.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { deliver, locate } from "./deliver.ts";
import { orderOfComment, orderOfPost } from "./order.ts";
import { markUp } from "./spans.ts";
import { lengthsOf } from "./text.ts";

export const bluesky: Connector = {
  type: "Bluesky",
  // The record key is derived from the delivery's key, so putting the same record again changes nothing.
  repeatSafeSeconds: () => Number.POSITIVE_INFINITY,
  textMeasure: () => (text) => lengthsOf(markUp(text).text),
  connect,
  async publish(post, account, call) {
    const order = orderOfPost(post);
    return "kind" in order ? order : deliver(order, account, call);
  },
  // The video's job is in the checkpoint; publishing resumes from there and finishes once the video is ready.
  async check(_receipt, post, account, call) {
    const order = orderOfPost(post);
    return "kind" in order ? order : deliver(order, account, call);
  },
  async find(post, account, call) {
    const order = orderOfPost(post);
    return "kind" in order ? { kind: "absent" } : locate(order, account, call);
  },
  async comment(comment, account, call) {
    const order = orderOfComment(comment);
    return "kind" in order ? order : deliver(order, account, call);
  },
  async findComment(comment, account, call) {
    const order = orderOfComment(comment);
    return "kind" in order ? { kind: "absent" } : locate(order, account, call);
  },
  counts: (remoteIds, _account, call) => counts(remoteIds, call),
};
