import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { FaultKind } from "@rostrum/contract/private/sandbox.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { createNet } from "../../../net/index.ts";
import type { CallReply, CallRequest, Net } from "../../../net/net.ts";
import { facebookSandboxWith } from "../../../sandbox/facebook/index.ts";
import { setFault } from "../../../sandbox/faults.ts";
import { instagramGuest } from "../../../sandbox/instagram/guest.ts";
import { instagramSandbox } from "../../../sandbox/instagram/index.ts";
import { memoryObjects } from "../../../sandbox/memory.ts";
import { mountSandbox } from "../../../sandbox/mount.ts";
import type { SandboxObjects, SandboxPost, SandboxWorld } from "../../../sandbox/network.ts";
import type { Account, Call, Checkpoint, OutgoingPost } from "../../connector.ts";
import type { LogInCall } from "../../log-in.ts";
import { aCall, anAccount, memoryCheckpoint } from "../../testing/call.ts";
import { instagram } from "../index.ts";
import { type Files, serveFiles } from "./files.ts";

/** On whose host accounts are reached that are linked with a Page. */
const facebookSandbox = facebookSandboxWith(instagramGuest);

/** One request and its response. */
export interface Exchange {
  readonly request: CallRequest;
  readonly reply: CallReply;
}

/** What happens to the next matching request. */
export interface Fault {
  readonly method: string;
  /** Matched against the path with its query. */
  readonly path: RegExp;
  /** `cut` runs the request and closes the connection instead of responding, `after` runs it and responds something else. */
  readonly act:
    | "cut"
    | { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string>; readonly after?: true };
}

/** An Instagram network on a 127.0.0.1 port, and an account on it that the connector is connected to. */
export interface Stage extends AsyncDisposable {
  readonly world: SandboxWorld;
  readonly facebook: SandboxWorld;
  readonly origin: string;
  readonly account: Account;
  readonly accessToken: string;
  readonly exchanges: Exchange[];
  readonly files: Files;
  readonly net: Net;
  now(): Instant;
  /** A call with a checkpoint of its own, or with one from earlier attempts. */
  call(checkpoint?: Checkpoint): Call;
  logInCall(fields?: Partial<LogInCall>): LogInCall;
  fault(...faults: readonly Fault[]): void;
  networkFault(kind: FaultKind, fields?: { readonly seconds?: number; readonly count?: number }): Promise<void>;
  /** Ids that belong to other deliveries of the channel. */
  readonly owned: Set<string>;
  /** Moves the clock of the network and of the connector. */
  pass(seconds: number): void;
  settings(values: Record<string, unknown>): Promise<void>;
  changeAccount(values: Record<string, unknown>): Promise<void>;
  /** What readers see of the account, oldest first, comments included. */
  seen(): Promise<SandboxPost[]>;
  /** The requests from now on that match. */
  requests(method: string, path: RegExp): Exchange[];
}

interface Options {
  /** Where each network keeps its objects; in memory without it. */
  readonly objects?: (network: string, now: () => Instant) => SandboxObjects;
}

export async function openStage({ objects = (_network, now) => memoryObjects(now) }: Options = {}): Promise<Stage> {
  let passedSeconds = 0;
  const now = () => addSeconds(toInstant("2026-11-21T09:00:00Z"), passedSeconds);
  const app = Fastify();
  const faults: Fault[] = [];
  addFaults(app, faults);
  const at = { origin: "" };
  const files = serveFiles(app, () => at.origin);
  const worlds = new Map<string, SandboxWorld>();
  const worldOf = (slug: string): SandboxWorld =>
    worlds.getOrInsertComputed(slug, () => ({
      now,
      objects: objects(slug, now),
      get baseUrl() {
        return `${at.origin}/sandbox/${slug}`;
      },
      neighbour: worldOf,
    }));
  await mountSandbox(app, { networks: [instagramSandbox, facebookSandbox], world: ({ slug }) => worldOf(slug) });
  at.origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const world = worldOf("instagram");
  const exchanges: Exchange[] = [];
  const owned = new Set<string>();
  const net = recorded(createNet({ allowPrivate: [], trustedOrigins: [at.origin], userAgent: "test" }), exchanges);
  const host = (name: string) => {
    const [slug = "", part = ""] = name.includes("/") ? name.split("/") : ["instagram", name];
    return `${at.origin}/sandbox/${slug}${part === "api" ? "" : `/${part}`}`;
  };
  const ownedByOthers = async (ids: readonly string[]) => new Set(ids.filter((id) => owned.has(id)));
  const call = (checkpoint: Checkpoint = memoryCheckpoint()): Call =>
    aCall({ net, now, checkpoint, baseUrl: world.baseUrl, host, ownedByOthers });
  const { accessToken = "" } = (await instagramSandbox.account("Corner Bakery", world)).credentials;
  return {
    world,
    facebook: worldOf("facebook"),
    origin: at.origin,
    accessToken,
    exchanges,
    files,
    net,
    now,
    owned,
    call,
    logInCall: (fields = {}) => ({
      net,
      now,
      signal: new AbortController().signal,
      baseUrl: world.baseUrl,
      host,
      apiVersion: null,
      application: { clientId: "sandbox", clientSecret: "sandbox-secret" },
      ...fields,
    }),
    account: await connected({ accessToken }, call()),
    fault: (...more) => void faults.push(...more),
    async networkFault(kind, fields = {}) {
      await setFault(world, { network: "instagram", kind, requests: "posts", seed: 1, ...fields });
    },
    pass(seconds) {
      passedSeconds += seconds;
    },
    settings: (values) => world.objects.put("settings", "instagram", values),
    async changeAccount(values) {
      const [account] = await world.objects.list("account", { where: { username: "corner_bakery" } });
      if (account !== undefined) await world.objects.put("account", account.id, { ...account.document, ...values });
    },
    seen: async () => (await instagramSandbox.feed(world, { limit: 100 })).toReversed(),
    requests: (method, path) =>
      exchanges.filter(({ request }) => request.method === method && path.test(request.url.slice(request.url.indexOf("/sandbox/")))),
    async [Symbol.asyncDispose]() {
      await net[Symbol.asyncDispose]();
      await app.close();
    },
  };
}

/** The account as the engine opens it: what `connect` returned, with its grant. */
export async function connected(credentials: unknown, call: Call): Promise<Account> {
  const outcome = await instagram.connect(credentials, call);
  if (outcome.kind !== "connected") throw new Error(`not connected: ${outcome.reason}`);
  const { remoteId, handle, settings, grant } = outcome;
  const opened = grant && { ...grant, clientId: "sandbox" };
  return anAccount({ remoteId, handle, credentials: outcome.credentials, settings, grant: opened ?? null });
}

/** A picture's post by default, each with a key of its own. */
export function aPost(fields: Partial<OutgoingPost>): OutgoingPost {
  const text = fields.text ?? "Fresh croissants from 7 a.m.";
  return {
    key: crypto.randomUUID(),
    dueAt: toInstant("2026-11-21T09:00:00Z"),
    type: "IMAGE",
    text,
    segments: [text],
    title: null,
    alt: null,
    link: null,
    poll: null,
    media: [],
    asStory: false,
    options: null,
    ...fields,
  };
}

/** Meta's envelope. */
export function refusal(code: number, subcode?: number, message = "Refused"): { readonly error: Record<string, unknown> } {
  return {
    error: { message, type: "OAuthException", code, ...(subcode === undefined ? {} : { error_subcode: subcode }), fbtrace_id: "A1" },
  };
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
  const isLate = ({ act }: Fault) => act === "cut" || act.after === true;
  const take = (method: string, url: string, late: boolean) => {
    const index = faults.findIndex((fault) => fault.method === method && fault.path.test(url) && isLate(fault) === late);
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.act;
  };
  app.addHook("onRequest", async (request, reply) => {
    const act = take(request.method, request.url, false);
    if (act === undefined || act === "cut") return;
    await reply
      .status(act.status)
      .headers(act.headers ?? {})
      .send(act.body);
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const act = take(request.method, request.url, true);
    if (act === "cut") request.raw.socket.destroy();
    if (act === undefined || act === "cut") return payload;
    reply.status(act.status).headers(act.headers ?? {});
    return JSON.stringify(act.body);
  });
}
