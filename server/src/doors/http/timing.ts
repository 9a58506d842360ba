import type { FastifyInstance } from "fastify";
import type { Metrics } from "../../ground/observability/metrics.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operation under which requests of the route are counted; null: they are not. Absent for pages, files, tools and probes. */
    countedAs?: string | null;
  }
}

/** Counts every request and how long it took, by operation and status. Paths that do not exist share one name. */
export function timeRequests(server: FastifyInstance, { requests }: Metrics): void {
  server.addHook("onResponse", (request, reply, done) => {
    done();
    const { countedAs = "other" } = request.routeOptions.config;
    const operation = request.is404 ? "unknown" : countedAs;
    if (operation !== null) requests.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}
