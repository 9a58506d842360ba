import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { startingMetrics } from "../../ground/observability/metrics.ts";
import { refuseUnreadable } from "./client-errors.ts";
import { boundedServer, TIMEOUTS } from "./pipelines.ts";

/** A port that listens from the first moment on, so that probes and users learn what a start is waiting for. */
export interface Door extends AsyncDisposable {
  /** From now on this server answers, which must be ready and not listen itself. */
  lead(server: FastifyInstance): void;
}

interface DoorOptions {
  readonly port: number;
  readonly host: string;
  /** What the start is doing, as the beginning of a sentence: `migrating: …`. */
  readonly status: () => string;
  /** Of the service. */
  readonly version: string;
}

const RETRY_SECONDS = 5;
/** Less than what a stop may take in all. */
const FLIGHT_SECONDS_MAX = 60;

/**
 * Listens. Until it leads to a server, `/healthz` says that the process is alive, `/metrics` that it is starting, `/readyz` answers 503 with
 * the status, and everything else is refused with 503. Disposing it closes the port and waits for the requests in flight, but does not close
 * the server that it leads to.
 */
export async function openDoor({ port, host, status, version }: DoorOptions): Promise<Door> {
  let inner: FastifyInstance | null = null;
  const metrics = startingMetrics({ version });
  const outer = fastify({
    logger: false,
    serverFactory: (handler) =>
      boundedServer((request, response) => (inner === null ? handler(request, response) : inner.routing(request, response)), TIMEOUTS),
    genReqId: () => randomUUID(),
    forceCloseConnections: "idle",
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (_error, _request, reply) => void refuse(reply, status()),
  });
  outer.addHook("onRequest", async (request, reply) => {
    reply.header("X-Request-Id", request.id).header("Cache-Control", "no-store");
    // Here, so that no body is read.
    if (request.is404) return refuse(reply, status());
  });
  outer.get("/healthz", async () => ({ status: "ok" }));
  // A process that migrates is not one that is down.
  outer.get("/metrics", async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()));
  outer.get("/readyz", async (_request, reply) => reply.code(503).header("Retry-After", RETRY_SECONDS).send({ status: status() }));
  await outer.listen({ port, host });
  let closed: Promise<void> | null = null;
  return {
    lead(server) {
      inner = server;
    },
    [Symbol.asyncDispose]: () => (closed ??= closeSoon(outer)),
  };
}

/** Waits for the requests in flight, but not for a client that does not read its answer. */
async function closeSoon(server: FastifyInstance): Promise<void> {
  const late = setTimeout(() => server.server.closeAllConnections(), FLIGHT_SECONDS_MAX * 1000);
  try {
    await server.close();
  } finally {
    clearTimeout(late);
  }
}

/** In the form of every other refusal. */
function refuse(reply: FastifyReply, status: string): FastifyReply {
  const message = `The service is not ready: ${status}.`;
  return reply
    .code(503)
    .header("Retry-After", RETRY_SECONDS)
    .send({ status: "error", message, errors: { service: message } });
}
