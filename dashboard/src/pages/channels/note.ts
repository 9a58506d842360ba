import type { ChannelDetails } from "@rostrum/contract/private/channel-kinds.ts";
import { networkName } from "../../parts/look/networks.ts";
import { printMoment } from "../../parts/moments.ts";
import { conditionOf, sentence } from "./condition.ts";
import { words } from "./words.ts";

/** What is the matter, and what follows; null while it works. */
export function noteOf(channel: ChannelDetails, zone: string): string | null {
  const { kind, reason, until } = conditionOf(channel, Date.now());
  const said = reason === null ? "" : `${sentence(reason)} `;
  const moment = until === null ? "" : printMoment(until, zone);
  if (kind === "needsLogIn") return `${said}${words.needsLogIn}`;
  if (kind === "off") return `${said}${words.off}`;
  if (kind === "needsChoice") return words.needsChoice({ network: networkName(channel.type) });
  if (kind === "held") return words.held({ moment });
  return kind === "endsSoon" ? words.endsSoon({ moment }) : null;
}
