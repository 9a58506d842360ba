import { buffer } from "node:stream/consumers";
import { addSeconds } from "@rostrum/contract/formats.ts";
import Fastify from "fastify";
import { createNet } from "../../../../ground/net/index.ts";
import type { CallReply, CallRequest, Net } from "../../../../ground/net/net.ts";
import type { Account, Call, Checkpoint } from "../../../connectors/connector.ts";
import type { Json } from "../../../connectors/json.ts";
import type { LogInCall } from "../../../connectors/log-in.ts";
import { aCall, connected, memoryCheckpoint } from "../../../connectors/testing/call.ts";
import { addFaults, type Fault } from "../../../connectors/testing/faults.ts";
import { type Ground, openGroundOf } from "../../../sandbox/kit/testing/ground.ts";
import type { SandboxPost, SandboxReaction, SandboxWorld } from "../../../sandbox/network.ts";
import { pinterestSandbox } from "../../sandbox/index.ts";
import { pinterest } from "../index.ts";
import { FILES } from "./posts.ts";

/** One request, whose body has been read if it was a stream, and its response. */
export interface Exchange {
  readonly request: CallRequest;
  readonly reply: CallReply;
}

/** A Pinterest on a 127.0.0.1 port, and a board on it that the connector is connected to. */
export interface Stage extends AsyncDisposable {
  readonly world: SandboxWorld;
  readonly account: Account;
  readonly credentials: Readonly<Record<string, string>>;
  readonly exchanges: Exchange[];
  /** A call with a checkpoint of its own, or with one from earlier attempts. */
  call(checkpoint?: Checkpoint): Call;
  logInCall(): LogInCall;
  fault(...faults: readonly Fault[]): void;
  /** A fault of the network itself. */
  readonly trouble: Ground["fault"];
  /** Ids of pins that belong to other deliveries. */
  readonly owned: Set<string>;
  /** Moves the clock of the network and of the connector. */
  pass(seconds: number): void;
  /** How far the connector's clock is ahead of the network's. */
  aheadBy(seconds: number): void;
  /** What readers see, oldest first. */
  pins(): Promise<readonly SandboxPost[]>;
  /** How the network behaves: see `settings.ts` of the sandbox network. */
  settings(values: Readonly<Record<string, Json>>): Promise<void>;
  react(pinId: string, reaction: SandboxReaction): Promise<void>;
  /** Calls the API as the person, as if by hand. */
  byHand(method: string, path: string, body?: Json): Promise<Readonly<Record<string, unknown>>>;
}

export const PIN_CALL = { method: "POST", path: /\/v5\/pins$/ } as const;

export async function openStage(): Promise<Stage> {
  const app = Fastify();
  const fault = addFaults(app);
  app.get<{ Params: { name: string } }>("/media/:token/:name", async (request, reply) => {
    const bytes = FILES.get(request.params.name);
    return bytes === undefined ? reply.status(404).send() : reply.send(Buffer.from(bytes));
  });
  const ground = await openGroundOf({ app, network: pinterestSandbox });
  const { world, origin } = ground;
  const { credentials } = await pinterestSandbox.account("Corner Bakery", world);
  const exchanges: Exchange[] = [];
  const owned = new Set<string>();
  let aheadSeconds = 0;
  const now = () => addSeconds(world.now(), aheadSeconds);
  const net = recorded(createNet({ allowPrivate: [], trustedOrigins: [origin], userAgent: "test" }), exchanges);
  const ownedByOthers = async (ids: readonly string[]) => new Set(ids.filter((id) => owned.has(id)));
  const call = (checkpoint: Checkpoint = memoryCheckpoint()): Call =>
    aCall({ net, now, checkpoint, baseUrl: world.baseUrl, ownedByOthers });
  return {
    world,
    credentials,
    exchanges,
    owned,
    call,
    logInCall: () => ({ ...call(), application: pinterestSandbox.application ?? null }),
    account: await connected(pinterest, credentials, call()),
    fault,
    trouble: ground.fault,
    pass: (seconds) => ground.pass(seconds),
    aheadBy(seconds) {
      aheadSeconds = seconds;
    },
    settings: (values) => world.objects.put("settings", "pinterest", values),
    react: (pinId, reaction) => pinterestSandbox.react(world, pinId, reaction),
    pins: async () => (await pinterestSandbox.feed(world, { limit: 1000 })).toReversed(),
    async byHand(method, path, body) {
      const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
      const headers = { ...json.headers, authorization: `Bearer ${credentials.accessToken}` };
      const reply = await fetch(`${world.baseUrl}/v5${path}`, { method, ...json, headers });
      const answer: Readonly<Record<string, unknown>> = reply.status === 204 ? {} : JSON.parse(await reply.text());
      return answer;
    },
    async [Symbol.asyncDispose]() {
      await net[Symbol.asyncDispose]();
      await ground[Symbol.asyncDispose]();
    },
  };
}

function recorded(net: Net, exchanges: Exchange[]): Net {
  return {
    async call(request) {
      const whole = await withoutStream(request);
      const reply = await net.call(whole);
      exchanges.push({ request: whole, reply });
      return reply;
    },
    download: (url, options) => net.download(url, options),
    fetchDocument: (url, options) => net.fetchDocument(url, options),
    [Symbol.asyncDispose]: () => net[Symbol.asyncDispose](),
  };
}

async function withoutStream(request: CallRequest): Promise<CallRequest> {
  const { body } = request;
  if (typeof body !== "object" || body instanceof Blob || !("stream" in body)) return request;
  const bytes = await buffer(body.stream);
  if (bytes.length !== body.length) throw new Error(`The body has ${bytes.length} bytes, not the ${body.length} it was said to have.`);
  return { ...request, body: bytes };
}
