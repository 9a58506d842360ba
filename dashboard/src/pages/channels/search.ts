/** What of the channels page is open, in its address. */
export interface ChannelsSearch {
  /** A channel that is shown. */
  readonly channel?: number;
  /** Which part of it, instead of its facts. */
  readonly part?: "preferences" | "reconnect";
  /** A network that is being connected; `any`: it has not been chosen yet. */
  readonly connect?: string;
  /** The slugs of those that are ticked and not yet logged in to. */
  readonly networks?: string;
}

export function channelsSearch(search: Readonly<Record<string, unknown>>): ChannelsSearch {
  const channel = Number(search.channel);
  const { part, connect, networks } = search;
  if (Number.isSafeInteger(channel) && channel > 0) return { channel, ...((part === "preferences" || part === "reconnect") && { part }) };
  if (typeof connect !== "string") return {};
  return { connect, ...(typeof networks === "string" && networks !== "" && { networks }) };
}
