import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { createNet } from "../../../net/index.ts";
import type { CallReply, CallRequest, Net } from "../../../net/net.ts";
import { memoryObjects } from "../../../sandbox/memory.ts";
import { mountSandbox } from "../../../sandbox/mount.ts";
import type { SandboxObjects, SandboxWorld } from "../../../sandbox/network.ts";
import { telegramSandbox } from "../../../sandbox/telegram/index.ts";
import { type Fields, find, type Kind, list, type Stored } from "../../../sandbox/telegram/model.ts";
import type { Account, Call, Checkpoint, ConnectOutcome } from "../../connector.ts";
import type { Json } from "../../json.ts";
import { aCall, anAccount, memoryCheckpoint } from "../../testing/call.ts";
import { telegram } from "../index.ts";

/** One request and its response. */
export interface Exchange {
  /** The Bot API method. */
  readonly method: string;
  readonly request: CallRequest;
  readonly reply: CallReply;
}

/** What happens to the next request for this method. */
export interface Fault {
  readonly method: string;
  /** `cut` runs the request and closes the connection instead of responding; `drop` closes it before running it. */
  readonly act: "cut" | "drop" | { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };
}

/** A Telegram network on a 127.0.0.1 port, and a channel on it that the connector is connected to. */
export interface Stage extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly world: SandboxWorld;
  readonly credentials: Record<string, string>;
  readonly exchanges: Exchange[];
  readonly chatId: string;
  readonly groupId: string;
  readonly botId: string;
  /** The channel as the engine opens it for every attempt: with what was last stored. */
  account(): Account;
  /** A call with a checkpoint of its own, or with one from earlier attempts. */
  call(checkpoint?: Checkpoint): Call;
  fault(...faults: readonly Fault[]): void;
  /** Moves the clock of the network and of the connector. */
  pass(seconds: number): void;
  settings(values: Record<string, Json>): Promise<void>;
  /** Overwrites fields of one of the network's documents. */
  change<K extends Kind>(kind: K, id: string, fields: Partial<Fields<K>>): Promise<void>;
  connect(): Promise<ConnectOutcome>;
  /** Reconnects and stores the result. */
  reconnect(): Promise<Account>;
  /** Removes the discussion group, so that only the ids can prove a post. */
  unlinkGroup(): Promise<void>;
  /** Messages of the channel (or of another chat) that are not deleted, oldest first. */
  messages(chatId?: string): Promise<Stored<"message">[]>;
}

export async function openStage(options: { objects?: (now: () => Instant) => SandboxObjects } = {}): Promise<Stage> {
  let passedSeconds = 0;
  const now = () => addSeconds(toInstant(Temporal.Now.instant()), passedSeconds);
  const objects = (options.objects ?? memoryObjects)(now);
  const app = Fastify();
  const faults: Fault[] = [];
  addFaults(app, faults);
  // Routes are created before the server listens, but the port is known only afterwards.
  const at = { baseUrl: "" };
  const world: SandboxWorld = {
    now,
    objects,
    get baseUrl() {
      return at.baseUrl;
    },
    neighbour: () => world,
  };
  await mountSandbox(app, { networks: [telegramSandbox], world: () => world });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  at.baseUrl = `${origin}/sandbox/telegram`;
  const exchanges: Exchange[] = [];
  const net = recorded(createNet({ allowPrivate: [], trustedOrigins: [origin], userAgent: "test" }), exchanges);
  const { credentials } = await telegramSandbox.account("Corner Bakery", world);
  const call = (checkpoint: Checkpoint = memoryCheckpoint()): Call => aCall({ net, now, checkpoint, baseUrl: at.baseUrl });
  const stored = { account: "" };
  const account = (): Account => ({
    ...anAccount(JSON.parse(stored.account)),
    saveCredentials: async (changed: Json) => {
      stored.account = JSON.stringify({ ...JSON.parse(stored.account), credentials: changed });
    },
  });
  const connect = () => telegram.connect(credentials, call());
  const reconnect = async () => {
    const outcome = await connect();
    if (outcome.kind !== "connected") throw new Error(`not connected: ${outcome.reason}`);
    const { kind: _kind, ...channel } = outcome;
    stored.account = JSON.stringify(channel);
    return account();
  };
  const { remoteId: chatId } = await reconnect();
  const change: Stage["change"] = async (kind, id, fields) => {
    await objects.put(kind, id, { ...(await objects.get(kind, id))?.document, ...fields });
  };
  return {
    app,
    world,
    credentials,
    exchanges,
    chatId,
    groupId: (await find(world, "chat", chatId))?.linked_chat_id ?? "",
    botId: credentials.botToken?.split(":")[0] ?? "",
    account,
    call,
    connect,
    reconnect,
    change,
    fault: (...more) => void faults.push(...more),
    pass(seconds) {
      passedSeconds += seconds;
    },
    settings: (values) => objects.put("settings", "server", values),
    async unlinkGroup() {
      await change("chat", chatId, { linked_chat_id: null });
      await reconnect();
    },
    async messages(id = chatId) {
      const messages = await list(world, "message", { where: { chat_id: id }, limit: 1000 });
      return messages.filter(({ deleted }) => !deleted).toSorted((a, b) => a.message_id - b.message_id);
    },
    async [Symbol.asyncDispose]() {
      await net[Symbol.asyncDispose]();
      await app.close();
    },
  };
}

export function methodOf(url: string): string {
  return /\/bot\d+:[\w-]+\/(\w+)/.exec(url)?.[1] ?? "";
}

function recorded(net: Net, exchanges: Exchange[]): Net {
  return {
    async call(request) {
      const reply = await net.call(request);
      exchanges.push({ method: methodOf(request.url), request, reply });
      return reply;
    },
    download: (url, options) => net.download(url, options),
    fetchDocument: (url, options) => net.fetchDocument(url, options),
    [Symbol.asyncDispose]: () => net[Symbol.asyncDispose](),
  };
}

function addFaults(app: FastifyInstance, faults: Fault[]): void {
  const take = (url: string, isCut: boolean) => {
    const index = faults.findIndex((fault) => fault.method === methodOf(url) && (fault.act === "cut") === isCut);
    return index < 0 ? undefined : faults.splice(index, 1)[0];
  };
  app.addHook("onRequest", async (request, reply) => {
    const fault = take(request.url, false);
    if (fault === undefined || fault.act === "cut") return;
    if (fault.act === "drop") {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    await reply
      .status(fault.act.status)
      .headers(fault.act.headers ?? {})
      .send(fault.act.body);
  });
  app.addHook("onSend", async (request) => {
    if (take(request.url, true) !== undefined) request.raw.socket.destroy();
  });
}
