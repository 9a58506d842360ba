import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import type { App } from "../../app.ts";
import { connectPages } from "../../brands/connecting/routes.ts";
import { sendFailure } from "../../ground/web/failures.ts";
import { guardHosts, ownNames } from "../../ground/web/hosts.ts";
import { carryOrigins } from "../../ground/web/origin.ts";
import { failureOf, problemOf, UNKNOWN_PATH } from "../../ground/web/problems.ts";
import type { Limiter } from "../../ground/web/rate-limits.ts";
import { signInRoutes } from "../../people/sign-in/routes.ts";
import { stopRoutes } from "../../telling/notifications/routes.ts";
import { accountPages } from "../account-pages/routes.ts";
import { mountTools } from "../mcp/mount.ts";
import { toolAccess } from "../oauth/access.ts";
import { oauthRoutes } from "../oauth/routes.ts";
import { signUpRoutes } from "../sign-up/routes.ts";
import { brandFeeds } from "./brand-feeds.ts";
import { refuseUnreadable } from "./client-errors.ts";
import { dashboard } from "./dashboard.ts";
import { contracts, documents } from "./documents.ts";
import { health } from "./health.ts";
import { ignoreBodies } from "./json-body.ts";
import { mediaLinks } from "./media-links.ts";
import { channelPictures } from "./pictures.ts";
import { boundedServer, TIMEOUTS } from "./pipelines.ts";
import { privateApi } from "./private-api.ts";
import { noticeProxies } from "./proxy-notice.ts";
import { targetOf } from "./target.ts";
import { timeRequests } from "./timing.ts";
import { traceRequests } from "./tracing.ts";
import { publicApi, publicApiOfSessions } from "./v1.ts";

export interface HttpOptions {
  readonly app: App;
  readonly limiter: Limiter;
  readonly adminToken: string;
  /** Mounts what is served next to the API, such as the sandbox networks. */
  readonly mount?: (server: FastifyInstance) => void | Promise<void>;
}

/** The whole HTTP side of the service, not yet listening. */
export async function createServer(options: HttpOptions): Promise<FastifyInstance> {
  const { app } = options;
  const server = fastify({
    logger: false,
    serverFactory: (handler) => boundedServer(handler, TIMEOUTS),
    genReqId: () => randomUUID(),
    trustProxy: app.config.trustProxy.length > 0 ? [...app.config.trustProxy] : false,
    rewriteUrl: ({ url }) => targetOf(url ?? "/"),
    // Longer than Node lets a request become: what is too long for a route is refused there.
    routerOptions: { maxParamLength: 16_384 },
    forceCloseConnections: "idle",
    // What arrives on an open connection while the service stops is carried out: Fastify's own refusal has another form than ours.
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => void sendFailure(request, reply, problemOf(error) ?? UNKNOWN_PATH),
  });
  server.addHook("onRequest", (request, reply, done) => {
    reply
      .header("X-Request-Id", request.id)
      .header("Cache-Control", "no-store")
      .header("X-Content-Type-Options", "nosniff")
      .header("Referrer-Policy", "no-referrer");
    done();
  });
  traceRequests(server, app);
  carryOrigins(server);
  timeRequests(server, app.metrics);
  server.addHook("onResponse", (request, reply, done) => {
    done();
    if (!app.log.isLevelEnabled("debug")) return;
    app.log.debug({
      event: "request",
      id: request.id,
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
  server.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (problem === null)
      app.log.error({ event: "request failed", id: request.id, method: request.method, path: pathOf(request.url), err: error });
    return sendFailure(request, reply, problem ?? failureOf(error));
  });
  server.setNotFoundHandler((request, reply) => sendFailure(request, reply, UNKNOWN_PATH));
  noticeProxies(server, app);
  // For programs: each request carries its own credentials, or the content is public. Probes may use any Host.
  await server.register(health, { app });
  await server.register(mediaLinks, { prefix: "/media", app });
  await server.register(channelPictures, { prefix: "/pictures", app });
  await server.register(brandFeeds, { prefix: "/feeds", app, limiter: options.limiter });
  await server.register(publicApi, { prefix: "/v1", app, limiter: options.limiter });
  await server.register(contracts, { prefix: "/v1", publicUrl: app.config.publicUrl });
  await server.register(publicApiOfSessions, { prefix: "/app/api/v1", app });
  await server.register(privateApi, { prefix: "/app/api", app, adminToken: options.adminToken, limiter: options.limiter });
  // For browsers, and for the programs whose endpoints share their pages' origin.
  await server.register(async (scope) => {
    guardHosts(scope, ownNames(app.config));
    await scope.register(documents, { publicUrl: app.config.publicUrl });
    await scope.register(dashboard, { app });
    await scope.register(signInRoutes, { app });
    await scope.register(signUpRoutes, { app });
    await scope.register(stopRoutes, { app });
    await scope.register(accountPages, { app });
    await scope.register(connectPages, { app });
    await scope.register(oauthRoutes, { app });
    await mountTools(scope, { app, limiter: options.limiter, access: toolAccess(app) });
    await options.mount?.(scope);
  });
  // For unknown paths. The scopes above have already inherited the body parsers they need.
  ignoreBodies(server);
  return server;
}

/** Without the query, which may carry a key. */
function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark === -1 ? url : url.slice(0, mark);
}
