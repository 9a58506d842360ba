import type { Connector } from "../../connectors/connector.ts";
import { HOSTS } from "./api.ts";
import { comment, findComment } from "./comment.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { logIn } from "./log-in.ts";
import { PREFERENCES, settingsUnder } from "./preferences.ts";
import { BUDGETS } from "./prices.ts";
import { probe } from "./probe.ts";
import { find, firstPart, publish } from "./publish.ts";
import { settingsOf } from "./settings.ts";
import { show } from "./show.ts";
import { lengthMax, textMeasureUpTo } from "./text.ts";

/**
 * X promises nothing about repeated requests, and its refusal of duplicates is neither a net nor a proof. Each request is on disk
 * before it is sent; one without an answer is looked up in the account's list four times within a quarter of an hour, then sent once
 * more, with the same files, and never a third time.
 */
export const x: Connector = {
  type: "X",
  hosts: HOSTS,
  budgets: BUDGETS,
  logIns: [logIn],
  preferences: PREFERENCES,
  settingsUnder,
  isOpen: ({ settings }) => settingsOf(settings).protected !== true,
  textMeasure: (settings) => textMeasureUpTo(lengthMax(settingsOf(settings).premium)),
  profileUrl: ({ handle }) => `https://x.com/${handle.replace(/^@/, "")}`,
  connect,
  publish,
  probe,
  find,
  firstPart,
  remoteIdOf: (url) => /\/status\/(\d{1,19})(?:[/?#]|$)/.exec(url)?.[1] ?? null,
  comment,
  findComment,
  counts,
  show,
};
