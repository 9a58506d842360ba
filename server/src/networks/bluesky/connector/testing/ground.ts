import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import fastify, { type FastifyInstance } from "fastify";
import { createNet } from "../../../../ground/net/index.ts";
import type { Account, Call, Checkpoint } from "../../../connectors/connector.ts";
import type { Json } from "../../../connectors/json.ts";
import { aCall, memoryCheckpoint } from "../../../connectors/testing/call.ts";
import { memoryObjects } from "../../../sandbox/memory.ts";
import { mountSandbox } from "../../../sandbox/mount.ts";
import type { SandboxWorld } from "../../../sandbox/network.ts";
import { blueskySandbox } from "../../sandbox/index.ts";
import { bluesky } from "../index.ts";
import { type Fault, startFaults } from "./faults.ts";

/** A sandbox network on 127.0.0.1 and a channel connected to it. */
export interface Ground {
  readonly world: SandboxWorld;
  readonly baseUrl: string;
  readonly account: Account & { readonly saved: Json[] };
  /** Names of the methods that were called, in order. */
  readonly called: string[];
  fault(fault: Fault): void;
  advance(seconds: number): void;
  /** A call with a checkpoint of its own, or with one from earlier attempts. */
  call(checkpoint?: Checkpoint): Call;
}

export const START = toInstant("2030-05-01T07:00:00Z");

/** What a test says at its end, or a file of tests at theirs. */
export interface Ending {
  after(end: () => unknown): void;
}

/** `prepare` may add routes of the service. */
export async function startGround(context: Ending, prepare: (app: FastifyInstance) => void = () => {}): Promise<Ground> {
  let now: Instant = START;
  const app = fastify();
  prepare(app);
  const { called, fault } = startFaults(app);
  const world: { -readonly [K in keyof SandboxWorld]: SandboxWorld[K] } = {
    now: () => now,
    baseUrl: "",
    objects: memoryObjects(() => now),
    neighbour: () => world,
  };
  await mountSandbox(app, { networks: [blueskySandbox], world: () => world });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  world.baseUrl = `${origin}/sandbox/bluesky`;
  const net = createNet({ allowPrivate: ["127.0.0.1"], trustedOrigins: [origin], userAgent: "rostrum-test" });
  context.after(async () => {
    await net[Symbol.asyncDispose]();
    await app.close();
  });

  const call = (checkpoint = memoryCheckpoint()): Call => aCall({ net, now: () => now, checkpoint, baseUrl: world.baseUrl });
  const { credentials } = await blueskySandbox.account("Corner Bakery", world);
  const account = await connectedAccount(credentials, call());
  called.length = 0;
  return {
    world,
    baseUrl: world.baseUrl,
    account,
    called,
    fault,
    call,
    advance: (seconds) => {
      now = addSeconds(now, seconds);
    },
  };
}

/** Signs in as the engine does and records what it would store. */
export async function connectedAccount(given: unknown, call: Call): Promise<Account & { readonly saved: Json[] }> {
  const connected = await bluesky.connect(given, call);
  if (connected.kind !== "connected") throw new Error(connected.reason);
  const saved: Json[] = [];
  return {
    channelId: 1,
    preferences: {},
    grant: null,
    remoteId: connected.remoteId,
    handle: connected.handle,
    get credentials() {
      return saved.at(-1) ?? connected.credentials;
    },
    settings: connected.settings,
    saved,
    async saveCredentials(credentials) {
      saved.push(credentials);
      return true;
    },
  };
}
