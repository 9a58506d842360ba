import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { createNet } from "../../../net/index.ts";
import type { CallReply, CallRequest, Net } from "../../../net/net.ts";
import { memoryObjects } from "../../../sandbox/memory.ts";
import { mountSandbox } from "../../../sandbox/mount.ts";
import type { SandboxPost, SandboxReaction, SandboxWorld } from "../../../sandbox/network.ts";
import { xSandbox } from "../../../sandbox/x/index.ts";
import type { Account, BudgetHold, Call, Checkpoint } from "../../connector.ts";
import type { Json } from "../../json.ts";
import { aCall, anAccount, memoryCheckpoint } from "../../testing/call.ts";
import { x } from "../index.ts";

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
  readonly act: FaultAct;
}

export type FaultAct =
  /** Carries the request out and closes the connection instead of responding. */
  | "cut"
  /** Closes the connection at once. */
  | "lost"
  /** Responds so instead, or after carrying the request out. */
  | { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string>; readonly when?: "after" };

/** An X on a 127.0.0.1 port, and an account on it that the connector is connected to. */
export interface Stage extends AsyncDisposable {
  readonly account: Account;
  readonly credentials: Json;
  readonly exchanges: Exchange[];
  /** What was reserved, in order. */
  readonly spent: Readonly<Record<string, number>>[];
  /** The budget that is used up from now on; null if none is. */
  exhaust(hold: BudgetHold | null): void;
  /** A call with a checkpoint of its own, or with one from earlier attempts. */
  call(checkpoint?: Checkpoint): Call;
  /** The account as it would be after connecting it again now. */
  reconnected(): Promise<Account>;
  readonly baseUrl: string;
  fault(...faults: readonly Fault[]): void;
  /** Ids of posts that belong to other deliveries of the channel. */
  readonly owned: Set<string>;
  now(): Instant;
  /** Moves the clock of the network and of the connector. */
  pass(seconds: number): void;
  /** What readers see of the account, oldest first. */
  posts(): Promise<readonly SandboxPost[]>;
  /** How the network behaves: see `settings.ts` of the sandbox network. */
  settings(values: Readonly<Record<string, Json>>): Promise<void>;
  react(postId: string, reaction: SandboxReaction): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  let passedSeconds = 0;
  let hold: BudgetHold | null = null;
  const now = () => addSeconds(toInstant(Temporal.Now.instant()), passedSeconds);
  const app = Fastify();
  const faults: Fault[] = [];
  addFaults(app, faults);
  // Routes are created before the server listens, but the port is known only afterwards.
  const at = { baseUrl: "" };
  const world: SandboxWorld = {
    now,
    objects: memoryObjects(now),
    get baseUrl() {
      return at.baseUrl;
    },
    neighbour: () => world,
  };
  await mountSandbox(app, { networks: [xSandbox], world: () => world });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const baseUrl = `${origin}/sandbox/x`;
  at.baseUrl = baseUrl;
  const { credentials } = await xSandbox.account("Corner Bakery", world);
  const exchanges: Exchange[] = [];
  const spent: Readonly<Record<string, number>>[] = [];
  const owned = new Set<string>();
  const net = recorded(createNet({ allowPrivate: [], trustedOrigins: [origin], userAgent: "test" }), exchanges);
  const ownedByOthers = async (ids: readonly string[]) => new Set(ids.filter((id) => owned.has(id)));
  const spend: Call["spend"] = async (amounts) => {
    if (hold === null) spent.push(amounts);
    return hold;
  };
  const call = (checkpoint: Checkpoint = memoryCheckpoint()): Call => aCall({ net, now, checkpoint, baseUrl, spend, ownedByOthers });
  const account = await connected(credentials, call());
  return {
    baseUrl,
    credentials,
    exchanges,
    spent,
    owned,
    call,
    now,
    account,
    reconnected: () => connected(credentials, call()),
    exhaust(next) {
      hold = next;
    },
    fault: (...more) => void faults.push(...more),
    pass(seconds) {
      passedSeconds += seconds;
    },
    settings: (values) => world.objects.put("settings", "server", values),
    react: (postId, reaction) => xSandbox.react(world, postId, reaction),
    posts: async () => (await xSandbox.feed(world, { limit: 1000 })).toReversed(),
    async [Symbol.asyncDispose]() {
      await net[Symbol.asyncDispose]();
      await app.close();
    },
  };
}

/** The account of a connected channel, as the engine opens it. */
async function connected(credentials: Json, call: Call): Promise<Account> {
  const outcome = await x.connect(credentials, call);
  if (outcome.kind !== "connected" || outcome.grant === undefined) throw new Error(`not connected: ${JSON.stringify(outcome)}`);
  const { remoteId, handle, settings, grant } = outcome;
  const opened = { application: grant.application, clientId: "", remoteId, scopes: grant.scopes, credentials: grant.credentials };
  return anAccount({ remoteId, handle, credentials: outcome.credentials, settings, grant: opened });
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
  const take = ({ method, url }: FastifyRequest, when: "before" | "after") => {
    const index = faults.findIndex((fault) => fault.method === method && fault.path.test(url) && timeOf(fault.act) === when);
    return index < 0 ? null : (faults.splice(index, 1)[0]?.act ?? null);
  };
  const answered = new WeakSet<FastifyRequest>();
  app.addHook("onRequest", async (request, reply) => {
    const act = take(request, "before");
    if (act === null || act === "cut") return;
    answered.add(request);
    if (act !== "lost") {
      return reply
        .status(act.status)
        .headers({ ...act.headers })
        .send(act.body);
    }
    reply.hijack();
    request.raw.socket.destroy();
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const act = answered.has(request) ? null : take(request, "after");
    if (act === "cut") request.raw.socket.destroy();
    if (act === null || typeof act === "string") return payload;
    reply.status(act.status).headers({ ...act.headers });
    return JSON.stringify(act.body);
  });
}

function timeOf(act: FaultAct): "before" | "after" {
  if (typeof act === "string") return act === "cut" ? "after" : "before";
  return act.when ?? "before";
}
