import type { ChannelType } from "@rostrum/contract/channels.ts";
import { applicationsAt, platforms } from "@rostrum/contract/platforms.ts";
import type { NewFault } from "@rostrum/contract/private/sandbox.ts";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { Connectors } from "../../server/src/app.ts";
import { settingPrefix } from "../../server/src/ground/config.ts";
import { connectors } from "../../server/src/networks/connectors/index.ts";
import { clearFaults, isPossible, purposeOf, setFault } from "../../server/src/networks/sandbox/faults.ts";
import { memoryObjects } from "../../server/src/networks/sandbox/memory.ts";
import { mountSandbox } from "../../server/src/networks/sandbox/mount.ts";
import type { SandboxNetwork, SandboxPost, SandboxWorld } from "../../server/src/networks/sandbox/network.ts";
import { sandboxNetworks } from "../../server/src/networks/sandbox/networks.ts";
import type { Time } from "./time.ts";

/** Kills from the platform's side: while the platform has the request and before its answer is sent. */
export const PLATFORM_POINTS = ["platform.upload-arrived", "platform.upload-done", "platform.post-arrived", "platform.post-done"] as const;
export type PlatformPoint = (typeof PLATFORM_POINTS)[number];

/** What readers of one network see. */
export interface Readers {
  readonly type: ChannelType;
  readonly posts: readonly SandboxPost[];
}

/** The networks, in the harness's own process: like real ones, they outlive the service and its database. */
export interface Platforms extends AsyncDisposable {
  readonly types: readonly ChannelType[];
  /** Settings that make the service use them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Creates an account and returns its credentials. */
  account(type: ChannelType, name: string): Promise<Readonly<Record<string, string>>>;
  /** Calls `strike` when the n-th request reaches the point; the platform continues when it resolves. */
  arm(order: { point: PlatformPoint; hits: number; strike: () => Promise<void> } | null): void;
  fault(fault: NewFault): Promise<void>;
  /** Whether the network can have it. */
  isPossible(fault: NewFault): boolean;
  /** Clears the fault of one network. */
  mend(fault: NewFault): Promise<void>;
  /** Clears all faults except those that last for the session. */
  clearFaults(): Promise<void>;
  read(): Promise<Readers[]>;
  /** Whether a call is being answered: a clock that leaps meanwhile belies what the call says. */
  isBusy(): boolean;
}

const POSTS_READ_MAX = 2000;

/** `serviceUrl`: base URL of media links. `lasting`: faults that stay until the end. */
export async function openPlatforms(options: { time: Time; serviceUrl: string; lasting: readonly NewFault[] }): Promise<Platforms> {
  const { time, serviceUrl, lasting } = options;
  const networks = sandboxNetworks.filter(({ type }) => Object.hasOwn(connectors, type));
  const server = Fastify({ forceCloseConnections: true });
  const url = { base: "" };
  const worlds = new Map<string, SandboxWorld>();
  const worldAt = (slug: string): SandboxWorld => worlds.getOrInsertComputed(slug, () => worldOf(slug, { time, url, neighbour: worldAt }));
  const world = ({ slug }: SandboxNetwork) => worldAt(slug);
  let armed: Parameters<Platforms["arm"]>[0] = null;
  let hitsLeft = 0;
  const come = async (point: PlatformPoint) => {
    if (armed?.point !== point) return;
    hitsLeft -= 1;
    if (hitsLeft > 0) return;
    const { strike } = armed;
    armed = null;
    await strike();
  };
  watchRequests(server, networks, come);
  const isBusy = watchTraffic(server);
  passMediaOn(server, serviceUrl);
  await mountSandbox(server, { networks, world });
  url.base = `${await server.listen({ host: "127.0.0.1", port: 0 })}/sandbox`;
  const networkOf = (fault: NewFault) => networks.find(({ slug }) => slug === fault.network);
  const set = async (fault: NewFault) => {
    const network = networkOf(fault);
    if (network !== undefined) await setFault(world(network), fault);
  };
  for (const fault of lasting) await set(fault);
  return {
    types: networks.map(({ type }) => type),
    environment: Object.fromEntries(networks.flatMap((network) => settingsOf(network, url.base))),
    async account(type, name) {
      const network = networks.find((one) => one.type === type);
      if (network === undefined) throw new Error(`no network for ${type}`);
      return (await network.account(name, world(network))).credentials;
    },
    arm(order) {
      armed = order;
      hitsLeft = order?.hits ?? 0;
    },
    fault: set,
    isPossible(fault) {
      const network = networkOf(fault);
      return network !== undefined && isPossible(network, fault.kind, time.networksNow());
    },
    async mend(fault) {
      const network = networkOf(fault);
      if (network !== undefined) await clearFaults(world(network), fault.kind);
    },
    async clearFaults() {
      for (const network of networks) await clearFaults(world(network), null);
      for (const fault of lasting) await set(fault);
    },
    read: () =>
      Promise.all(
        networks.map(async (network) => {
          const posts = await network.feed(world(network), { limit: POSTS_READ_MAX });
          return { type: network.type, posts: posts.filter(({ isRefused }) => isRefused !== true) };
        }),
      ),
    isBusy,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** The slug of a channel type, as used in settings and faults. */
export function slugOf(type: ChannelType): string {
  return platforms[type].slug;
}

/** Each of the platform's hosts has an address on its network, where its application is registered and nothing has to be audited. */
function settingsOf({ type, slug, application }: SandboxNetwork, base: string): [string, string][] {
  const prefix = settingPrefix(slug);
  const others = Object.keys((connectors as Connectors)[type]?.hosts ?? {}).filter((name) => name !== "api" && !name.includes("/"));
  return [
    [`${prefix}API_URL`, `${base}/${slug}`],
    [`${prefix}AUDITED`, "1"],
    ...(application === undefined ? [] : applicationsAt(type)).flatMap((name): [string, string][] => [
      [`${settingPrefix(name)}CLIENT_ID`, application?.clientId ?? ""],
      [`${settingPrefix(name)}CLIENT_SECRET`, application?.clientSecret ?? ""],
    ]),
    ...others.map((name): [string, string] => [`${prefix}${name.toUpperCase()}_URL`, `${base}/${slug}/${name}`]),
  ];
}

/** `url.base` is known only once the server is listening. */
function worldOf(
  slug: string,
  { time, url, neighbour }: { time: Time; url: { readonly base: string }; neighbour: SandboxWorld["neighbour"] },
): SandboxWorld {
  return {
    now: () => time.networksNow(),
    get baseUrl() {
      return `${url.base}/${slug}`;
    },
    objects: memoryObjects(() => time.networksNow()),
    neighbour,
  };
}

function watchRequests(server: FastifyInstance, networks: readonly SandboxNetwork[], come: (point: PlatformPoint) => Promise<void>): void {
  const kindOf = (request: FastifyRequest): "post" | "upload" | null => {
    const [path = ""] = request.url.split("?");
    const network = networks.find(({ slug }) => path.startsWith(`/sandbox/${slug}/`));
    if (network === undefined) return null;
    const { method, headers, body } = request;
    const asked = { method, path: path.slice(`/sandbox/${network.slug}`.length), headers, body };
    const purpose = purposeOf(network, asked);
    return purpose === "post" || purpose === "upload" ? purpose : null;
  };
  server.addHook("preHandler", async (request) => {
    const kind = kindOf(request);
    if (kind !== null) await come(`platform.${kind}-arrived`);
  });
  server.addHook("onSend", async (request, reply) => {
    const kind = reply.statusCode < 400 ? kindOf(request) : null;
    if (kind !== null) await come(`platform.${kind}-done`);
  });
}

function watchTraffic(server: FastifyInstance): Platforms["isBusy"] {
  let open = 0;
  server.server.on("request", (_, response) => {
    open += 1;
    response.once("close", () => {
      open -= 1;
    });
  });
  return () => open > 0;
}

/** Receivers of media links fetch them from their own host; here the service is on a different one, so pass them on. */
function passMediaOn(server: FastifyInstance, serviceUrl: string): void {
  server.get("/media/*", async (request, reply) => {
    const answer = await fetch(serviceUrl + request.url).catch(() => null);
    if (answer === null) return reply.code(502).send();
    return reply.code(answer.status).send(Buffer.from(await answer.arrayBuffer()));
  });
}
