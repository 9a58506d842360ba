import type { Connector } from "../../connectors/connector.ts";
import { comment, findComment } from "./comment.ts";
import { connect } from "./connect.ts";
import { connectedAgain } from "./credentials.ts";
import { TEXT_LENGTH_MAX } from "./plan.ts";
import { find, firstPart, publish } from "./publish.ts";
import { show } from "./show.ts";
import { textLength } from "./text.ts";

/**
 * A bot in a Telegram channel or group. To avoid posting twice, a request whose response is lost is not repeated until the
 * ids of the bot's own messages prove that it created nothing (`searchMessage`). For this, before each request an id is
 * stored that is below anything the request can create; `mark` in `visible.ts` says when the chat is asked for it. There
 * are no `counts`: the Bot API has no call for views, forwards or reactions. Reactions arrive only as updates about
 * changes, kept for 24 hours and shown to one reader, so adding them up would take a permanent reader per bot; no number is
 * better than a wrong one.
 */
export const telegram: Connector = {
  type: "Telegram",
  textMeasure: () => (text) => [{ length: textLength(text), max: TEXT_LENGTH_MAX, unit: "characters" }],
  profileUrl: ({ handle }) => (/^@\w+$/.test(handle) ? `https://t.me/${handle.slice(1)}` : null),
  // A chat without a public name is for its members.
  isOpen: ({ url }) => !/\/c\/\d+\/\d+$/.test(url),
  connectedAgain,
  connect,
  publish,
  find,
  firstPart,
  comment,
  findComment,
  show,
};
