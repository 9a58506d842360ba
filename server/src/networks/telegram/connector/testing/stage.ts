import type { Account, ConnectOutcome } from "../../../connectors/connector.ts";
import type { Json } from "../../../connectors/json.ts";
import { anAccount } from "../../../connectors/testing/call.ts";
import type { FaultAct } from "../../../connectors/testing/faults.ts";
import { type NetworkOptions, openNetwork, type TestNetwork } from "../../../connectors/testing/network.ts";
import { telegramSandbox } from "../../sandbox/index.ts";
import { type Fields, find, type Kind, list, type Stored } from "../../sandbox/model.ts";
import { telegram } from "../index.ts";

/** What happens to the next request for this method of the Bot API. */
export interface Fault {
  readonly method: string;
  readonly act: FaultAct;
}

/** A Telegram network, and a channel on it that the connector is connected to. */
export interface Stage extends Omit<TestNetwork, "fault"> {
  readonly chatId: string;
  readonly groupId: string;
  readonly botId: string;
  /** The channel as the engine opens it for every attempt: with what was last stored. */
  account(): Account;
  fault(...faults: readonly Fault[]): void;
  settings(values: Record<string, Json>): Promise<void>;
  /** Overwrites fields of one of the network's documents. */
  change<K extends Kind>(kind: K, id: string, fields: Partial<Fields<K>>): Promise<void>;
  connect(): Promise<ConnectOutcome>;
  /** Reconnects and stores the result. */
  reconnect(): Promise<Account>;
  /** As when the channel was removed and is connected anew: nothing is known of its messages. */
  forget(): Promise<void>;
  /** Removes the discussion group, so that only the ids can prove a post. */
  unlinkGroup(): Promise<void>;
  /** Messages of the channel (or of another chat) that are not deleted, oldest first. */
  messages(chatId?: string): Promise<Stored<"message">[]>;
}

export async function openStage(options: NetworkOptions = {}): Promise<Stage> {
  const network = await openNetwork(telegramSandbox, options);
  const { world, credentials } = network;
  const stored = { account: "" };
  const account = (): Account => ({
    ...anAccount(JSON.parse(stored.account)),
    saveCredentials: async (changed: Json) => {
      stored.account = JSON.stringify({ ...JSON.parse(stored.account), credentials: changed });
      return true;
    },
  });
  const connect = () => telegram.connect(credentials, network.call());
  const reconnect = async () => {
    const outcome = await connect();
    if (outcome.kind !== "connected") throw new Error(`not connected: ${outcome.reason}`);
    const { kind: _kind, ...channel } = outcome;
    const earlier = stored.account === "" ? null : JSON.parse(stored.account).credentials;
    const kept = telegram.connectedAgain?.(earlier, channel.credentials) ?? channel.credentials;
    stored.account = JSON.stringify({ ...channel, credentials: kept });
    return account();
  };
  const { remoteId: chatId } = await reconnect();
  const change: Stage["change"] = async (kind, id, fields) => {
    await world.objects.put(kind, id, { ...(await world.objects.get(kind, id))?.document, ...fields });
  };
  return {
    ...network,
    chatId,
    groupId: (await find(world, "chat", chatId))?.linked_chat_id ?? "",
    botId: credentials.botToken?.split(":")[0] ?? "",
    account,
    connect,
    reconnect,
    change,
    fault: (...faults) => network.fault(...faults.map(({ method, act }) => ({ path: new RegExp(`/bot\\d+:[\\w-]+/${method}\\b`), act }))),
    settings: (values) => world.objects.put("settings", "server", values),
    async forget() {
      stored.account = "";
      await reconnect();
    },
    async unlinkGroup() {
      await change("chat", chatId, { linked_chat_id: null });
      await reconnect();
    },
    async messages(id = chatId) {
      const messages = await list(world, "message", { where: { chat_id: id }, limit: 1000 });
      return messages.filter(({ deleted }) => !deleted).toSorted((a, b) => a.message_id - b.message_id);
    },
  };
}

/** The method of the Bot API that a request is for. */
export function methodOf({ request }: TestNetwork["exchanges"][number]): string {
  return /\/bot\d+:[\w-]+\/(\w+)/.exec(request.url)?.[1] ?? "";
}
