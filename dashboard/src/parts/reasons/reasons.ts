import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { DeliveryReason, ForecastReason } from "@rostrum/contract/reasons.ts";
import { networkName } from "../look/networks.ts";
import { type Facts, factsIn, unsuitableKind } from "./facts.ts";
import { words } from "./words.ts";

type Reason = DeliveryReason | ForecastReason;

/** What a person can do about it: what the button leads to is the page's. Its label is `words.actions[action]`. */
export type ReasonAction = keyof typeof words.actions;

interface Given {
  readonly reason: Reason | null;
  /** As the server says it: facts are taken from it, it is never quoted. */
  readonly message: string | null;
  /** Null: no network is concerned, or it is not known which. */
  readonly network: ChannelType | null;
}

interface Told {
  readonly sentence: string;
  /** Null: there is nothing to do, or nothing that helps. */
  readonly action: ReasonAction | null;
  readonly label: string | null;
}

/** Why a post is in its state on a network, or will not go there, as people say it, with the one thing that helps. */
export function tellReason({ reason, message, network }: Given): Told | null {
  if (reason === null) return null;
  const name = network === null ? words.someNetwork : networkName(network);
  const action = actionFor(reason, message);
  return { sentence: sentenceFor(reason, message, name), action, label: action === null ? null : words.actions[action] };
}

function sentenceFor(reason: Reason, message: string | null, network: string): string {
  const kind = reason === "unsuitable" ? unsuitableKind(message) : null;
  if (kind !== null) return words.kinds[kind]({ network });
  const facts = factsIn(message);
  if (facts !== null && hasFacts(reason)) return words.facts[reason]({ ...facts, network } satisfies Facts & { network: string });
  const said = words.said[reason];
  return typeof said === "string" ? said : said({ network });
}

function hasFacts(reason: Reason): reason is keyof typeof words.facts & Reason {
  return Object.hasOwn(words.facts, reason);
}

function actionFor(reason: Reason, message: string | null): ReasonAction | null {
  return reason === "unsuitable" && unsuitableKind(message) === "text" ? "addPicture" : ACTIONS[reason];
}

const ACTIONS: Readonly<Record<Reason, ReasonAction | null>> = {
  published: null,
  handed_over: null,
  channel_inactive: "channel",
  no_active_channel: "channel",
  unsuitable: "change",
  preference_missing: "change",
  text_too_long: "shorten",
  too_many_files: "change",
  file_too_large: "picture",
  file_too_small: "picture",
  video_too_long: "change",
  video_too_short: "change",
  video_format: "change",
  frame_rate: "change",
  bit_rate: "change",
  dimensions: "picture",
  aspect_ratio: "picture",
  document_too_long: "change",
  files_out_of_reach: null,
  file_unreadable: "picture",
  conversion_failed: "picture",
  rejected: "change",
  unauthorized: "logIn",
  retry_later: null,
  channel_held: null,
  held_too_long: "tryAgain",
  processing: null,
  outcome_unknown: null,
  gave_up: "tryAgain",
  undecided: "settle",
  post_deleted: null,
  parent_not_published: null,
  queue_paused: "resume",
  brand_arrived: "resume",
  collection_paused: "resume",
  no_slots: "times",
  beyond_horizon: null,
  draft: "plan",
};
