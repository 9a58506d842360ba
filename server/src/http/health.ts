import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Registry } from "prom-client";
import type { App } from "../app.ts";

/** `/healthz`: the process is alive. `/readyz`: the database is migrated (or the service would not have started) and reachable. `/metrics`. */
export async function health(scope: FastifyInstance, options: { app: App }): Promise<void> {
  const { app } = options;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  scope.get("/healthz", async () => ({ status: "ok" }));
  scope.get("/readyz", async (_request, reply) => {
    try {
      await app.db.query("select 1");
      return { status: "ready" };
    } catch {
      return reply.code(503).send({ status: "database not reachable" });
    }
  });
  scope.get("/metrics", async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
