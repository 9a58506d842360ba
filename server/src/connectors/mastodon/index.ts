import type { Connector } from "../connector.ts";
import { comment, findComment } from "./comment.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { find } from "./find.ts";
import { KEY_HOLDS_SECONDS, keepsKeys } from "./keys.ts";
import { textMeasure } from "./plan.ts";
import { check, publish } from "./publish.ts";

export const mastodon: Connector = {
  type: "Mastodon",
  // Repeating is the last resort, after a lookup: see `find.ts`.
  repeatSafeSeconds: (settings) => (keepsKeys(settings) ? KEY_HOLDS_SECONDS : 0),
  textMeasure,
  connect,
  publish,
  check,
  find,
  comment,
  findComment,
  counts,
};
