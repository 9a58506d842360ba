import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { ChannelDetails } from "@rostrum/contract/private/channel-kinds.ts";
import { api, dataOf } from "../../api/client.ts";
import { useAct } from "../../parts/use-act.ts";
import { changedByChannels } from "./queries.ts";
import { words } from "./words.ts";

export interface Connection {
  readonly type: ChannelType;
  readonly name: string;
  /** Null: on the sandbox network. */
  readonly credentials: Readonly<Record<string, string>> | null;
}

/** Connects an account, or gives a channel that is there already new credentials. Returns the channel's id. */
export function useConnect(brandId: number, channel: Pick<ChannelDetails, "id" | "name"> | null) {
  const connect = async ({ type, name, credentials }: Connection): Promise<number> => {
    const given = credentials === null ? {} : { credentials };
    if (channel !== null) return (await dataOf(api.reconnectChannel({ channelId: channel.id, ...given }))).id;
    const place = credentials === null ? { sandbox: true } : given;
    return (await dataOf(api.connectChannel({ brandId, type, name, ...place }))).id;
  };
  return useAct(connect, {
    done: (_, { name }) => (channel === null ? words.connected({ name }) : words.reconnected({ name: channel.name })),
    changes: changedByChannels(brandId),
    showsFailures: true,
  });
}
