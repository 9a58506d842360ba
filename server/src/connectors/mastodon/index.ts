import type { Connector } from "../connector.ts";
import { comment, findComment } from "./comment.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { find } from "./find.ts";
import { publish } from "./publish.ts";
import { KEY_HOLDS_SECONDS } from "./status.ts";

export const mastodon: Connector = {
  type: "Mastodon",
  repeatSafeSeconds: () => KEY_HOLDS_SECONDS,
  connect,
  publish,
  // A file is in processing: everything else is in the checkpoint, and publishing goes on from there.
  check: (_receipt, post, account, call) => publish(post, account, call),
  find,
  comment,
  findComment,
  counts,
};
