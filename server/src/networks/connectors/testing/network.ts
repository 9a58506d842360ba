import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import Fastify from "fastify";
import { createNet } from "../../../ground/net/index.ts";
import type { CallReply, CallRequest, Net } from "../../../ground/net/net.ts";
import { clearFaults } from "../../sandbox/faults.ts";
import { type Ground, openGroundOf } from "../../sandbox/kit/testing/ground.ts";
import type { SandboxNetwork, SandboxObjects, SandboxPost } from "../../sandbox/network.ts";
import type { Call, Checkpoint } from "../connector.ts";
import type { LogInCall } from "../log-in.ts";
import { aCall, memoryCheckpoint } from "./call.ts";
import { addFaults, type Fault } from "./faults.ts";
import { type Files, serveFiles } from "./files.ts";

/** One request and its response. */
export interface Exchange {
  readonly request: CallRequest;
  readonly reply: CallReply;
}

/** A sandbox network on a 127.0.0.1 port as a connector meets it, with an account, and a service that has files. */
export interface TestNetwork extends Omit<Ground, "fault"> {
  readonly baseUrl: string;
  /** They connect a channel to the account Corner Bakery. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly net: Net;
  /** What the connector asked so far. */
  readonly exchanges: Exchange[];
  /** For networks that fetch files. */
  readonly files: Files;
  /** Ids of posts that belong to other deliveries of the channel. */
  readonly owned: Set<string>;
  now(): Instant;
  /** A call with a checkpoint of its own, or with one from earlier attempts. */
  call(checkpoint?: Checkpoint): Call;
  logInCall(fields?: Partial<LogInCall>): LogInCall;
  /** Responses of the test in place of the network's own. */
  fault(...faults: readonly Fault[]): void;
  /** A fault that the network applies itself. */
  networkFault: Ground["fault"];
  /** Ends all of those. */
  clearFaults(): Promise<void>;
  /** What readers see, oldest first. */
  seen(): Promise<readonly SandboxPost[]>;
}

export interface NetworkOptions {
  /** Networks beside it whose hosts the connector reaches, too. */
  readonly others?: readonly SandboxNetwork[];
  /** Where each network keeps its objects; in memory without it. */
  readonly objects?: (slug: string, now: () => Instant) => SandboxObjects;
  /** Private addresses to which links in posts may lead. */
  readonly linked?: readonly string[];
  /** Where the clock stands until it is moved; without it, it runs. */
  readonly startsAt?: Instant;
}

export async function openNetwork(
  network: SandboxNetwork,
  { startsAt, linked = [], ...options }: NetworkOptions = {},
): Promise<TestNetwork> {
  const app = Fastify();
  const fault = addFaults(app);
  const files = serveFiles(app);
  const clock = () => startsAt ?? toInstant(Temporal.Now.instant());
  const { fault: networkFault, ...ground } = await openGroundOf({ ...options, app, network, clock });
  const { world, origin } = ground;
  const { baseUrl, now } = world;
  const { credentials } = await network.account("Corner Bakery", world);
  const exchanges: Exchange[] = [];
  const owned = new Set<string>();
  const net = recorded(createNet({ allowPrivate: linked, trustedOrigins: [origin], userAgent: "test" }), exchanges);
  const host = (name: string) => {
    const [slug = "", part = ""] = name.includes("/") ? name.split("/") : [network.slug, name];
    return `${origin}/sandbox/${slug}${part === "api" ? "" : `/${part}`}`;
  };
  const ownedByOthers = async (ids: readonly string[]) => new Set(ids.filter((id) => owned.has(id)));
  return {
    ...ground,
    baseUrl,
    credentials,
    net,
    exchanges,
    files,
    owned,
    now,
    fault,
    networkFault,
    clearFaults: async () => void (await clearFaults(world, null)),
    call: (checkpoint = memoryCheckpoint()) => aCall({ net, now, checkpoint, baseUrl, host, ownedByOthers }),
    logInCall(fields = {}) {
      const signal = new AbortController().signal;
      return { net, now, signal, baseUrl, host, apiVersion: null, isAudited: true, application: network.application ?? null, ...fields };
    },
    seen: async () => (await network.feed(world, { limit: 1000 })).toReversed(),
    async [Symbol.asyncDispose]() {
      await net[Symbol.asyncDispose]();
      await ground[Symbol.asyncDispose]();
    },
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
