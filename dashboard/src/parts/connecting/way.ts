import type { ChannelKind } from "@rostrum/contract/private/channel-kinds.ts";

export interface LogInWay {
  readonly application: string;
  readonly sandbox: boolean;
  /** What has to be known before the person is sent there; null: nothing. */
  readonly asks: { readonly label: string; readonly example: string } | null;
}

/** How people log in at a network, the best way first; none where it has no log-in, or nobody has set it up. */
export function waysTo({ logIns, sandbox }: Pick<ChannelKind, "logIns" | "sandbox">): LogInWay[] {
  const ready = logIns.filter((one) => one.ready);
  if (ready.length > 0) return ready.map(({ application, asks }) => ({ application, asks, sandbox: false }));
  return sandbox ? logIns.map(({ application, asks }) => ({ application, asks, sandbox: true })) : [];
}

/** Whether a channel of it can be connected here at all. */
export function isOpen(kind: Pick<ChannelKind, "logIns" | "sandbox" | "fields">): boolean {
  return waysTo(kind).length > 0 || kind.fields.length > 0 || kind.sandbox;
}
