import type { Connector } from "../connector.ts";
import { comment, findComment } from "./comment.ts";
import { connect } from "./connect.ts";
import { find } from "./find.ts";
import { publish } from "./publish.ts";

/**
 * A bot in a Telegram channel or group. There are no `counts`: no call of the Bot API tells views, forwards or reactions.
 * Reactions come as updates of changes alone, kept for 24 hours and shown to one reader of them, so their sums would need
 * a lasting reader per bot; a number that misses some is not told instead.
 */
export const telegram: Connector = {
  type: "Telegram",
  repeatSafeSeconds: () => 0,
  connect,
  publish,
  find,
  comment,
  findComment,
};
