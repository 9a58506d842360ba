import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { App } from "../app.ts";
import { channelFigures } from "../channels/operations.ts";

/** `/healthz`: the process is alive. `/readyz`: the database is migrated (or the service would not have started) and reachable. `/metrics`. */
export async function health(scope: FastifyInstance, options: { app: App }): Promise<void> {
  const { app } = options;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const channels = new Gauge({ name: "rostrum_channels", help: "Channels by type and status.", labelNames: ["type", "status"], registers });
  const endingLogIns = new Gauge({
    name: "rostrum_log_ins_ending",
    help: "Active channels whose log-in at the network ends within a week.",
    labelNames: ["type"],
    registers,
  });
  scope.get("/healthz", async () => ({ status: "ok" }));
  scope.get("/readyz", async (_request, reply) => {
    try {
      await app.db.query("select 1");
      return { status: "ready" };
    } catch {
      return reply.code(503).send({ status: "database not reachable" });
    }
  });
  scope.get("/metrics", async (_request, reply) => {
    await readChannels().catch((error: unknown) => app.log.warn({ event: "metrics incomplete", err: error }));
    return reply.type(registry.contentType).send(await registry.metrics());
  });

  /** Without the database, the process's own figures are still told. */
  async function readChannels(): Promise<void> {
    channels.reset();
    endingLogIns.reset();
    const figures = await channelFigures(app);
    for (const { type, status, count } of figures.channels) channels.set({ type, status }, count);
    for (const { type, count } of figures.endingLogIns) endingLogIns.set({ type }, count);
  }
}
