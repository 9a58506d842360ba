import type { Connector } from "../connector.ts";
import { comment, findComment } from "./comment.ts";
import { connect } from "./connect.ts";
import { find } from "./find.ts";
import { TEXT_LENGTH_MAX } from "./plan.ts";
import { publish } from "./publish.ts";
import { textLength } from "./text.ts";

/**
 * A bot in a Telegram channel or group. Nothing is posted twice because a request whose answer is lost is not made again
 * until it is proved that it made nothing, by the ids of the bot's own messages (`searchMessage`). For that an id is put on
 * disk before each request below which nothing that it makes can be; `mark` in `send.ts` says when the chat has to be asked
 * for it. There are no `counts`: no call of the Bot API tells views, forwards or reactions.
 * Reactions come as updates of changes alone, kept for 24 hours and shown to one reader of them, so their sums would need
 * a lasting reader per bot; a number that misses some is not told instead.
 */
export const telegram: Connector = {
  type: "Telegram",
  repeatSafeSeconds: () => 0,
  textMeasure: () => (text) => [{ length: textLength(text), max: TEXT_LENGTH_MAX, unit: "characters" }],
  connect,
  publish,
  find,
  comment,
  findComment,
};
