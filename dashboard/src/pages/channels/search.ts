/** What of the channels page is open, in its address. */
export interface ChannelsSearch {
  /** A channel that is shown. */
  readonly channel?: number;
  /** A network that is being connected; `any`: it has not been chosen yet. */
  readonly connect?: string;
}

export function channelsSearch(search: Readonly<Record<string, unknown>>): ChannelsSearch {
  const channel = Number(search.channel);
  if (Number.isSafeInteger(channel) && channel > 0) return { channel };
  return typeof search.connect === "string" ? { connect: search.connect } : {};
}
