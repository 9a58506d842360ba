import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { connectors } from "../../server/src/networks/connectors/index.ts";

/** What a network can do, in the order of the table. Tests say by these names what they show. */
export const ABILITIES = [
  "text alone",
  "link card",
  "picture",
  "several pictures",
  "video",
  "reel or short",
  "story",
  "document",
  "thread",
  "poll",
  "first comment",
  "own options",
  "alternative text",
  "address of the post",
  "counts",
  "look-up after a lost answer",
  "log-in",
  "token or address",
] as const;
export type Ability = (typeof ABILITIES)[number];

export type Network = keyof typeof connectors;

/** The networks that can be connected, in the order of `docs/platforms.md#texts`. */
export const NETWORKS: readonly Network[] = CHANNEL_TYPES.filter(isNetwork);

export function isNetwork(name: string): name is Network {
  return Object.hasOwn(connectors, name);
}

export function isAbility(name: string): name is Ability {
  return ABILITIES.some((ability) => ability === name);
}
