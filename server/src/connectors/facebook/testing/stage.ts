import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { createNet } from "../../../net/index.ts";
import type { CallReply, CallRequest, Net } from "../../../net/net.ts";
import { facebookSandboxWith } from "../../../sandbox/facebook/index.ts";
import { memoryObjects } from "../../../sandbox/memory.ts";
import { mountSandbox } from "../../../sandbox/mount.ts";
import type { SandboxPost, SandboxWorld } from "../../../sandbox/network.ts";
import type { Account, Call, Checkpoint, OutgoingPost } from "../../connector.ts";
import type { Json } from "../../json.ts";
import type { LogInCall } from "../../log-in.ts";
import { aCall, anAccount, memoryCheckpoint } from "../../testing/call.ts";
import { facebook } from "../index.ts";

/** One request and its response. */
export interface Exchange {
  readonly request: CallRequest;
  readonly reply: CallReply;
}

/** What happens to the next matching request. */
export interface Fault {
  /** Matched against method and path with query: `POST /v25.0/1/feed`. */
  readonly on: RegExp;
  /** `cut`: the network does what it is asked, then the connection breaks. `before`: it answers this and does nothing. */
  readonly act: "cut" | { readonly when: "before" | "after"; readonly status: number; readonly body: unknown };
  /** How many requests it meets; one by default. */
  readonly times?: number;
  /** How many matching requests it lets through before. */
  readonly after?: number;
}

/** Facebook on a 127.0.0.1 port, and a Page on it that the connector is connected to. */
export interface Stage extends AsyncDisposable {
  readonly world: SandboxWorld;
  readonly account: Account;
  readonly credentials: Record<string, string>;
  readonly exchanges: Exchange[];
  readonly owned: Set<string>;
  call(checkpoint?: Checkpoint): Call;
  logInCall(): LogInCall;
  fault(...faults: readonly Fault[]): void;
  /** Moves the clock of the network and of the connector. */
  pass(seconds: number): void;
  settings(values: Record<string, Json>): Promise<void>;
  connected(credentials: Json): Promise<Account>;
  /** What readers see, oldest first. */
  seen(): Promise<readonly SandboxPost[]>;
  /** The requests made so far whose method and path match. */
  made(pattern: RegExp): readonly CallRequest[];
}

export const APPLICATION = { clientId: "sandbox", clientSecret: "sandbox-secret" };

export async function openStage(): Promise<Stage> {
  let passedSeconds = 0;
  const now = (): Instant => addSeconds(toInstant(Temporal.Now.instant()), passedSeconds);
  const objects = memoryObjects(now);
  const app = Fastify();
  const faults: SetFault[] = [];
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
  const network = facebookSandboxWith(null);
  await mountSandbox(app, { networks: [network], world: () => world, onError: (error) => console.error(error) });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  at.baseUrl = `${origin}/sandbox/facebook`;
  const exchanges: Exchange[] = [];
  const owned = new Set<string>();
  const net = recorded(createNet({ allowPrivate: [], trustedOrigins: [origin], userAgent: "test" }), exchanges);
  const { credentials } = await network.account("Corner Bakery", world);
  const ownedByOthers = async (ids: readonly string[]) => new Set(ids.filter((id) => owned.has(id)));
  const call = (checkpoint: Checkpoint = memoryCheckpoint()): Call => aCall({ net, now, checkpoint, baseUrl: at.baseUrl, ownedByOthers });
  const connected = async (given: Json): Promise<Account> => {
    const outcome = await facebook.connect(given, call());
    if (outcome.kind !== "connected") throw new Error(`not connected: ${outcome.reason}`);
    const { remoteId, handle, settings } = outcome;
    return anAccount({ remoteId, handle, settings, credentials: outcome.credentials });
  };
  return {
    world,
    credentials,
    exchanges,
    owned,
    call,
    logInCall() {
      const { signal, baseUrl, host, apiVersion } = call();
      return { net, signal, now, baseUrl, host, apiVersion, application: APPLICATION };
    },
    connected,
    account: await connected(credentials),
    fault: (...more) => void faults.push(...more.flatMap(setFaults)),
    pass(seconds) {
      passedSeconds += seconds;
    },
    settings: (values) => objects.put("settings", "facebook", values),
    seen: async () => (await network.feed(world, { limit: 100 })).toReversed(),
    made: (pattern) => exchanges.map(({ request }) => request).filter((request) => pattern.test(`${request.method} ${request.url}`)),
    async [Symbol.asyncDispose]() {
      await net[Symbol.asyncDispose]();
      await app.close();
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

interface SetFault extends Fault {
  passes: number;
}

function setFaults(fault: Fault): SetFault[] {
  return Array.from({ length: fault.times ?? 1 }, () => ({ ...fault, passes: fault.after ?? 0 }));
}

function addFaults(app: FastifyInstance, faults: SetFault[]): void {
  const take = (line: string, when: "before" | "after") => {
    const index = faults.findIndex(({ on, act }) => on.test(line) && (act === "cut" ? "after" : act.when) === when);
    const fault = faults[index];
    if (fault === undefined) return undefined;
    fault.passes -= 1;
    return fault.passes >= 0 ? undefined : faults.splice(index, 1)[0]?.act;
  };
  app.addHook("onRequest", async (request, reply) => {
    const act = take(`${request.method} ${request.url}`, "before");
    if (act !== undefined && act !== "cut") await reply.status(act.status).send(act.body);
  });
  app.addHook("onSend", async (request, reply, payload) => {
    const act = take(`${request.method} ${request.url}`, "after");
    if (act === undefined) return payload;
    if (act === "cut") {
      request.raw.socket.destroy();
      return payload;
    }
    const body = JSON.stringify(act.body);
    reply.status(act.status).header("content-type", "application/json").header("content-length", Buffer.byteLength(body));
    return body;
  });
}

/** The network's envelope for a refusal. */
export function refusal(code: number, subcode?: number): { error: Record<string, unknown> } {
  const error = { message: "Refused in a test", type: "OAuthException", code, fbtrace_id: "A1" };
  return { error: subcode === undefined ? error : { ...error, error_subcode: subcode } };
}

/** What Facebook answers in an outage, whether the call has had its effect or not. */
export const OUTAGE = { status: 500, body: refusal(2) };

/** One delivery, whose checkpoint outlives its attempts, as the engine runs it. */
export function delivery(stage: Stage, post: OutgoingPost) {
  const checkpoint = memoryCheckpoint();
  const call = () => stage.call(checkpoint);
  const { check, find } = facebook;
  if (check === undefined || find === undefined) throw new Error("the connector lacks its means");
  return {
    checkpoint,
    publish: () => facebook.publish(post, stage.account, call()),
    check: () => check("receipt", post, stage.account, call()),
    find: () => find(post, stage.account, call()),
    /** Checks, with time passing, as long as the network is processing. */
    async published() {
      let outcome: Awaited<ReturnType<typeof check>> = await facebook.publish(post, stage.account, call());
      for (let round = 0; round < 20 && outcome.kind === "pending"; round += 1) {
        stage.pass(outcome.checkAfterSeconds);
        outcome = await check("receipt", post, stage.account, call());
      }
      return outcome;
    },
    /** Looks up, with time passing, until it is settled or the network has been silent for an hour. */
    async found() {
      let outcome = await find(post, stage.account, call());
      for (const seconds of [10, 30, 120, 300, 600, 1800]) {
        if (outcome.kind !== "undecided") break;
        stage.pass(seconds);
        outcome = await find(post, stage.account, call());
      }
      return outcome;
    },
  };
}
