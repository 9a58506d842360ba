import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { createNet } from "../../../net/index.ts";
import type { CallReply, CallRequest, Net } from "../../../net/net.ts";
import { mastodonSandbox } from "../../../sandbox/mastodon/index.ts";
import { memoryObjects } from "../../../sandbox/memory.ts";
import { mountSandbox } from "../../../sandbox/mount.ts";
import type { SandboxObjects, SandboxWorld } from "../../../sandbox/network.ts";
import { eventually } from "../../../testing/eventually.ts";
import type { Account, Call, Checkpoint } from "../../connector.ts";
import type { Json } from "../../json.ts";
import { aCall, anAccount, memoryCheckpoint } from "../../testing/call.ts";
import { mastodon } from "../index.ts";

/** One request and its response. */
export interface Exchange {
  readonly request: CallRequest;
  readonly reply: CallReply;
}

/** What happens to the next matching request instead of, or after, the network's own response. */
export interface Fault {
  readonly method: string;
  /** Matched against the path with its query. */
  readonly path: RegExp;
  /** `cut` runs the request and closes the connection instead of responding. */
  readonly act: "cut" | { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };
}

/** A Mastodon network on a 127.0.0.1 port, and an account on it that the connector is connected to. */
export interface Stage extends AsyncDisposable {
  readonly app: FastifyInstance;
  readonly world: SandboxWorld;
  readonly account: Account;
  readonly credentials: Record<string, string>;
  readonly exchanges: Exchange[];
  /** A call with a checkpoint of its own, or with one from earlier attempts. */
  call(checkpoint?: Checkpoint): Call;
  fault(...faults: readonly Fault[]): void;
  /** Ids of statuses that belong to other deliveries of the channel. */
  readonly owned: Set<string>;
  /** Moves the clock of the network and of the connector. */
  pass(seconds: number): void;
  /** Settings of the instance, read by the connector when it connects. */
  settings(values: Record<string, Json>): Promise<void>;
  reconnect(): Promise<Account>;
  /** Statuses of the account, oldest first, as the API shows them. */
  statuses(): Promise<Status[]>;
}

export interface Status {
  readonly id: string;
  readonly url: string;
  readonly content: string;
  readonly visibility: string;
  readonly in_reply_to_id: string | null;
  readonly media_attachments: readonly { readonly type: string; readonly description: string | null }[];
  readonly poll: { readonly options: readonly { readonly title: string }[]; readonly expires_at: string } | null;
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
  await mountSandbox(app, { networks: [mastodonSandbox], world: () => world });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  at.baseUrl = `${origin}/sandbox/mastodon`;
  const exchanges: Exchange[] = [];
  const owned = new Set<string>();
  const net = recorded(createNet({ allowPrivate: [], trustedOrigins: [origin], userAgent: "test" }), exchanges);
  const { credentials } = await mastodonSandbox.account("Corner Bakery", world);
  const ownedByOthers = async (ids: readonly string[]) => new Set(ids.filter((id) => owned.has(id)));
  const call = (checkpoint: Checkpoint = memoryCheckpoint()): Call => aCall({ net, now, checkpoint, baseUrl: at.baseUrl, ownedByOthers });
  const reconnect = () => connected(credentials, call());
  return {
    app,
    world,
    credentials,
    exchanges,
    owned,
    call,
    reconnect,
    account: await reconnect(),
    fault: (...more) => void faults.push(...more),
    pass(seconds) {
      passedSeconds += seconds;
    },
    settings: (values) => objects.put("settings", "instance", values),
    async statuses() {
      const account = await reconnect();
      const id = account.remoteId.split("/").at(-1);
      const headers = { authorization: `Bearer ${credentials.accessToken}` };
      const reply = await fetch(`${at.baseUrl}/api/v1/accounts/${id}/statuses?limit=40`, { headers });
      return statusesOf(await reply.json()).toReversed();
    },
    async [Symbol.asyncDispose]() {
      await net[Symbol.asyncDispose]();
      await app.close();
    },
  };
}

async function connected(credentials: Json, call: Call): Promise<Account> {
  const outcome = await mastodon.connect(credentials, call);
  if (outcome.kind !== "connected") throw new Error(`not connected: ${outcome.reason}`);
  const { remoteId, handle, settings } = outcome;
  return anAccount({ remoteId, handle, credentials: outcome.credentials, settings });
}

function recorded(net: Net, exchanges: Exchange[]): Net {
  return {
    async call(request) {
      const reply = await net.call(request);
      exchanges.push({ request, reply });
      return reply;
    },
    download: (url, options) => net.download(url, options),
    fetchDocument: (url, options) => net.fetchDocument(url, options),
    [Symbol.asyncDispose]: () => net[Symbol.asyncDispose](),
  };
}

function addFaults(app: FastifyInstance, faults: Fault[]): void {
  const take = (method: string, url: string, isCut: boolean) => {
    const index = faults.findIndex((fault) => fault.method === method && fault.path.test(url) && (fault.act === "cut") === isCut);
    return index < 0 ? undefined : faults.splice(index, 1)[0];
  };
  app.addHook("onRequest", async (request, reply) => {
    const fault = take(request.method, request.url, false);
    if (fault === undefined || fault.act === "cut") return;
    await reply
      .status(fault.act.status)
      .headers(fault.act.headers ?? {})
      .send(fault.act.body);
  });
  app.addHook("onSend", async (request) => {
    if (take(request.method, request.url, true) !== undefined) request.raw.socket.destroy();
  });
}

/** The one place where the test trusts the shape of the network's response. */
function statusesOf(body: unknown): readonly Status[] {
  return body as readonly Status[];
}

/** Until the state of an uploaded file has been asked for, once more than before this. */
export async function stateAsked({ exchanges }: Stage): Promise<void> {
  const asked = () => exchanges.filter(({ request }) => request.method === "GET" && /\/api\/v1\/media\//.test(request.url)).length;
  const before = asked();
  await eventually("the state of a file is asked for", () => asked() > before);
}
