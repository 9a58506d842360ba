import multipart from "@fastify/multipart";
import type { Operation } from "@rostrum/contract/operation.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { findBrandAccess } from "../../brands/brands/store.ts";
import { actsAs } from "../../ground/origin.ts";
import { Refused } from "../../ground/refusal.ts";
import type { BrandAccess, Viewer } from "../../ground/viewer.ts";
import { ownNames } from "../../ground/web/hosts.ts";
import { entersBy } from "../../ground/web/late-bodies.ts";
import { UNKNOWN_PATH } from "../../ground/web/problems.ts";
import type { Limiter } from "../../ground/web/rate-limits.ts";
import { keyFinder } from "../../people/api-keys/finder.ts";
import { authenticate } from "./auth.ts";
import { personCaller } from "./callers.ts";
import { pathId } from "./path-ids.ts";
import { personLimited } from "./person-limits.ts";
import { bodiesLimited, resourceLimited, routeLimited } from "./rate-limits.ts";
import { type Entered, enterRow, routes } from "./routes.ts";
import { FORMS } from "./uploads.ts";

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer;
    /** The viewer's rights in the brand named by the path. */
    access: BrandAccess | null;
    entered: Entered;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** The public API: the gates in the order of `docs/api.md#the-order-of-the-checks`, then the table's routes. */
export async function publicApi(scope: FastifyInstance, options: { app: App; limiter: Limiter }): Promise<void> {
  const { app, limiter } = options;
  const findKey = keyFinder(app);
  const identify = async (request: FastifyRequest) => {
    const { viewer, access } = await authenticate(findKey, app.clock, request);
    request.viewer = viewer;
    request.access = access;
    return viewer;
  };
  await mountOperations(scope, app, identify, async (request, reply) => {
    reply.header("Access-Control-Allow-Origin", "*").header("Access-Control-Expose-Headers", EXPOSED);
    if (request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined) return sendPreflight(reply);
    if (await routeLimited(app, limiter, request, reply)) return reply;
    const viewer = await identify(request);
    actsAs(request.from, { kind: "person", viewer }, "api");
    const { operation: row } = request.routeOptions.config;
    const { userId } = viewer;
    if (row?.exempt !== true && (await resourceLimited(app, limiter, { userId, reply }))) return reply;
    return bodiesLimited(app, request, reply, { userId, row }) ? reply : null;
  });
}

/** The same operations for the dashboard: with a session in place of a key, and without the limits of programs. */
export async function publicApiOfSessions(scope: FastifyInstance, { app }: { readonly app: App }): Promise<void> {
  const isOwn = ownNames(app.config);
  const identify = async (request: FastifyRequest) => {
    const { session } = await personCaller(app, request, isOwn);
    request.viewer = session.viewer;
    const brandId = pathId((request.params as Readonly<Record<string, string>>).brand_id);
    request.access = brandId === null ? null : await findBrandAccess(app.db, { userId: session.viewer.userId, brandId });
  };
  await mountOperations(scope, app, identify, async (request, reply) => {
    await identify(request);
    const { operation: row, countedAs: name } = request.routeOptions.config;
    if (row !== undefined && typeof name === "string") {
      const call = { userId: request.viewer.userId, name, changes: row.method !== "GET" };
      if (await personLimited(app, request, reply, call)) return reply;
    }
    return bodiesLimited(app, request, reply, { userId: request.viewer.userId, row }) ? reply : null;
  });
}

/**
 * `identify` sets the request's viewer and their rights in the brand of its path. `enter` does so among other gates; a reply that it returns is
 * the answer.
 */
async function mountOperations(
  scope: FastifyInstance,
  app: App,
  identify: (request: FastifyRequest) => Promise<unknown>,
  enter: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | null>,
): Promise<void> {
  await scope.register(multipart, FORMS);
  // Fastify needs request properties to be declared; the hooks below set them before they are read.
  scope.decorateRequest("viewer");
  scope.decorateRequest("access");
  scope.decorateRequest("entered");
  scope.decorateRequest("entry", null);
  scope.addHook("onRequest", async (request, reply) => {
    entersBy(app, request, async () => {
      await identify(request);
      const { operation } = request.routeOptions.config;
      if (operation !== undefined) request.entered = enterRow(operation, request);
    });
    const answered = await enter(request, reply);
    if (answered !== null) return answered;
    // Unknown paths pass the gates too, so that they reveal nothing without a key. Their bodies are ignored.
    if (request.is404) throw new Refused(UNKNOWN_PATH);
  });
  scope.setNotFoundHandler(async () => {
    throw new Refused(UNKNOWN_PATH);
  });
  await routes(scope, app);
}

const EXPOSED = "X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Deprecation, Sunset, Link";

function sendPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .header("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE")
    .header("Access-Control-Allow-Headers", "Authorization, Content-Type, Accept")
    .header("Access-Control-Max-Age", "600")
    .code(204)
    .send();
}
