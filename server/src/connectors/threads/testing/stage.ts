import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import sharp from "sharp";
import { createNet } from "../../../net/index.ts";
import type { CallReply, CallRequest, Net } from "../../../net/net.ts";
import { memoryObjects } from "../../../sandbox/memory.ts";
import { mountSandbox } from "../../../sandbox/mount.ts";
import type { SandboxPost, SandboxReaction, SandboxWorld } from "../../../sandbox/network.ts";
import { threadsSandbox } from "../../../sandbox/threads/index.ts";
import type { Account, Call, Checkpoint, OutgoingMedia } from "../../connector.ts";
import type { Json } from "../../json.ts";
import { aCall, anAccount, memoryCheckpoint } from "../../testing/call.ts";
import { threads } from "../index.ts";

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
  /** Matched against the form. */
  readonly body?: RegExp;
  readonly act: FaultAct;
}

export type FaultAct =
  /** Carries the request out and closes the connection instead of responding. */
  | "cut"
  /** Closes the connection at once. */
  | "lost"
  /** Responds so instead, or after carrying the request out. */
  | { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string>; readonly when?: "after" };

/** A Threads network on a 127.0.0.1 port, and a profile on it that the connector is connected to. */
export interface Stage extends AsyncDisposable {
  readonly account: Account;
  readonly credentials: Json;
  readonly exchanges: Exchange[];
  /** A call with a checkpoint of its own, or with one from earlier attempts. */
  call(checkpoint?: Checkpoint): Call;
  /** Where the network is, for requests of people's browsers. */
  readonly baseUrl: string;
  fault(...faults: readonly Fault[]): void;
  /** Ids of posts that belong to other deliveries of the channel. */
  readonly owned: Set<string>;
  /** For files of posts: where the network fetches them. */
  readonly file: Pick<OutgoingMedia, "url">;
  readonly film: Pick<OutgoingMedia, "url">;
  now(): Instant;
  /** Moves the clock of the network and of the connector. */
  pass(seconds: number): void;
  /** What readers see of the profile, oldest first. */
  posts(): Promise<readonly SandboxPost[]>;
  /** How the network behaves: see `settings.ts` of the sandbox network. */
  settings(values: Readonly<Record<string, Json>>): Promise<void>;
  react(postId: string, reaction: SandboxReaction): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  let passedSeconds = 0;
  const now = () => addSeconds(toInstant(Temporal.Now.instant()), passedSeconds);
  const app = Fastify();
  const faults: Fault[] = [];
  addFaults(app, faults);
  await serveFiles(app);
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
  await mountSandbox(app, { networks: [threadsSandbox], world: () => world });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const baseUrl = `${origin}/sandbox/threads`;
  at.baseUrl = baseUrl;
  const { credentials } = await threadsSandbox.account("Corner Bakery", world);
  const exchanges: Exchange[] = [];
  const owned = new Set<string>();
  const net = recorded(createNet({ allowPrivate: [], trustedOrigins: [origin], userAgent: "test" }), exchanges);
  const ownedByOthers = async (ids: readonly string[]) => new Set(ids.filter((id) => owned.has(id)));
  const call = (checkpoint: Checkpoint = memoryCheckpoint()): Call => aCall({ net, now, checkpoint, baseUrl, ownedByOthers });
  return {
    baseUrl,
    credentials,
    exchanges,
    owned,
    file: { url: () => `${origin}/media/token/croissant.jpg` },
    film: { url: () => `${origin}/media/token/oven.mp4` },
    call,
    now,
    account: await connected(credentials, call()),
    fault: (...more) => void faults.push(...more),
    pass(seconds) {
      passedSeconds += seconds;
    },
    settings: (values) => world.objects.put("settings", "server", values),
    react: (postId, reaction) => threadsSandbox.react(world, postId, reaction),
    posts: async () => (await threadsSandbox.feed(world, { limit: 1000 })).toReversed(),
    async [Symbol.asyncDispose]() {
      await net[Symbol.asyncDispose]();
      await app.close();
    },
  };
}

/** The account of a connected channel, as the engine opens it. */
async function connected(credentials: Json, call: Call): Promise<Account> {
  const outcome = await threads.connect(credentials, call);
  if (outcome.kind !== "connected" || outcome.grant === undefined) throw new Error(`not connected: ${JSON.stringify(outcome)}`);
  const { remoteId, handle, settings, grant } = outcome;
  const opened = { application: grant.application, clientId: "sandbox", remoteId, scopes: grant.scopes };
  return anAccount({ remoteId, handle, credentials: outcome.credentials, settings, grant: { ...opened, credentials: grant.credentials } });
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
  const take = ({ method, url, body }: FastifyRequest, when: "before" | "after") => {
    const index = faults.findIndex(
      (fault) =>
        fault.method === method && fault.path.test(url) && (fault.body?.test(JSON.stringify(body)) ?? true) && timeOf(fault.act) === when,
    );
    return index < 0 ? null : (faults.splice(index, 1)[0]?.act ?? null);
  };
  const answered = new WeakSet<FastifyRequest>();
  app.addHook("preHandler", async (request, reply) => {
    const act = take(request, "before");
    if (act === null || act === "cut") return;
    answered.add(request);
    if (act !== "lost")
      return reply
        .status(act.status)
        .headers({ ...act.headers })
        .send(act.body);
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

/** Where files are that the network fetches. */
async function serveFiles(app: FastifyInstance): Promise<void> {
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#c80" } })
    .jpeg()
    .toBuffer();
  const film = Buffer.concat([Buffer.from("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41", "latin1"), Buffer.alloc(4096)]);
  app.get("/media/token/croissant.jpg", async (_request, reply) => reply.type("image/jpeg").send(picture));
  app.get("/media/token/oven.mp4", async (_request, reply) => reply.type("video/mp4").send(film));
}
