import { once } from "node:events";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "@rostrum/contract/private/sandbox.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { purposeOf, refusalOf, strike, strikingFaults } from "./faults.ts";
import type { SandboxNetwork, SandboxRefusal, SandboxRefusalKind, SandboxWorld } from "./network.ts";

/**
 * Applies the network's faults to requests to its API. Call it before adding its routes. Faults that affect the response
 * only apply to successes: a request that the network refuses has had no effect.
 */
export function injectFaults(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  const late = new WeakMap<FastifyRequest, Fault>();
  const closing = new AbortController();
  scope.addHook("preClose", async () => closing.abort());

  scope.addHook("preHandler", async (request, reply) => {
    const { method, headers, body } = request;
    const purpose = purposeOf(network, { method, path: pathOf(request, network), headers, body });
    if (purpose === null) return;
    const { happening: fault, lasting } = await strikingFaults(network, world, purpose);
    strike(request, fault === null ? lasting : [...lasting, fault]);
    if (fault === null) return;
    const refused = REFUSALS[fault.kind];
    if (refused !== undefined) {
      return refuse(reply, refusalOf(network, refused, { now: world.now(), seconds: fault.seconds }));
    }
    if (fault.kind === "cut-before") return cut(request, reply);
    late.set(request, fault);
  });

  scope.addHook("onSend", async (request, reply, payload) => {
    const fault = reply.statusCode < 400 ? late.get(request) : undefined;
    if (fault?.kind === "slow") await wait(fault.seconds * 1000, null, { signal: closing.signal }).catch(() => {});
    if (fault?.kind === "cut-after") request.raw.socket.destroy();
    if (fault?.kind === "torn-after") return torn(payload, request, reply);
    if (fault?.kind === "large-after") return typeof payload === "string" ? payload.padEnd(LARGE_LENGTH) : payload;
    if (fault?.kind === "garbled-after") {
      reply.type("text/html; charset=utf-8");
      return GARBLED;
    }
    if (fault?.kind !== "error-after") return payload;
    const refusal = refusalOf(network, "broken", { now: world.now(), seconds: 0 });
    reply.code(refusal?.status ?? 500).type("application/json; charset=utf-8");
    return JSON.stringify(refusal?.body);
  });
}

/** Above any limit that clients set on such responses; trailing blanks leave the JSON valid. */
const LARGE_LENGTH = 9 * 1024 * 1024;
const GARBLED = "<!doctype html><title>Please wait</title><p>Checking your browser.</p>";

const REFUSALS: Readonly<Partial<Record<Fault["kind"], SandboxRefusalKind | "away">>> = {
  "refuse-429": "rate",
  "refuse-503": "away",
  "error-before": "broken",
  revoked: "revoked",
  duplicate: "duplicate",
  "lists-refused": "unread",
};

/** Without such a refusal on the platform, the request proceeds. */
function refuse(reply: FastifyReply, refusal: SandboxRefusal | null): FastifyReply | undefined {
  if (refusal === null) return undefined;
  return reply
    .code(refusal.status)
    .headers({ ...refusal.headers })
    .send(refusal.body);
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

/** The headers announce the whole body, but only half of it is sent. */
function torn(payload: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
  if (typeof payload !== "string") return payload;
  const whole = Buffer.from(payload);
  const { socket } = request.raw;
  async function* half() {
    yield whole.subarray(0, whole.length / 2);
    const isClosed = once(socket, "close");
    socket.destroySoon();
    await isClosed;
  }
  reply.header("content-length", whole.length);
  return Readable.from(half());
}

function pathOf(request: FastifyRequest, network: SandboxNetwork): string {
  const [path = ""] = request.url.split("?");
  const mount = `/${network.slug}`;
  return path.slice(path.indexOf(mount) + mount.length);
}
