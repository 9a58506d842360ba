import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { actsAs } from "../../ground/origin.ts";
import { refuse } from "../../ground/refusal.ts";
import { goneOf } from "../../ground/web/gone.ts";
import { type Hit, type Limiter, ROUTE_LIMIT_PASSED, routeKey } from "../../ground/web/rate-limits.ts";
import { KEY_PREFIX } from "../../people/api-keys/key.ts";
import type { ToolAccess, ToolViewer } from "./access.ts";
import { sendRefusal, sendRouteLimit } from "./refusals.ts";

export interface ToolGround {
  readonly app: App;
  readonly limiter: Limiter;
  readonly access: ToolAccess;
}

/** The caller, and the state of their address's rate limit. */
export interface Caller {
  readonly viewer: ToolViewer;
  /** Null when the limit is switched off. */
  readonly route: Hit | null;
  /** Aborted when the caller disconnects. */
  readonly gone: AbortSignal;
  /** Asks again whether the user lets the caller in; refuses otherwise. */
  readonly again: () => Promise<void>;
}

const API_KEY_SENT =
  "This is an API key for the REST API. The tool server needs a sign-in token: connect without a key and sign in, or run `rostrum mcp` with the key.";

/**
 * The first two of `docs/api.md#the-order-of-the-checks`: the limit of the address, then the token. Null: the reply has been
 * sent. A caller above the limit comes in if their token is good, because a refusal of a tool has to be a result that an agent
 * can read; the call itself is refused.
 */
export async function letIn(ground: ToolGround, request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
  const route = await countRequest(ground, request);
  const token = bearer(request.headers.authorization);
  const mayAsk = token !== null && !token.startsWith(KEY_PREFIX);
  const viewer = mayAsk ? await ground.access.viewerOf(token) : null;
  if (viewer !== null) {
    actsAs(request.from, { kind: "person", viewer }, "mcp");
    const again = async () => {
      if (!(await ground.access.isStillIn(viewer))) refuse(401, "authorization", sentenceAbout(token));
    };
    return { viewer, route, gone: goneOf(reply), again };
  }
  if (route?.allowed === false) sendRouteLimit(reply, { ...route, limit: ground.app.config.routeLimit }, ROUTE_LIMIT_PASSED);
  else sendChallenge(ground.access, reply, token);
  return null;
}

/** The second of them again, for a caller who has been let in. Where it refuses, the reply has been sent. */
export async function letInAgain({ access }: ToolGround, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = bearer(request.headers.authorization);
  const viewer = token === null ? null : await access.viewerOf(token);
  if (viewer === null) sendChallenge(access, reply, token);
  else request.caller = { ...request.caller, viewer };
}

/** Counts one request of the address; null when the limit is switched off. */
export async function countRequest({ app, limiter }: ToolGround, request: FastifyRequest): Promise<Hit | null> {
  const limit = app.config.routeLimit;
  return limit === 0 ? null : limiter.hit(routeKey(request.ip), limit);
}

function sendChallenge(access: ToolAccess, reply: FastifyReply, token: string | null): void {
  reply.header("WWW-Authenticate", token === null ? access.challenge() : access.challenge("invalid_token"));
  sendRefusal(reply, 401, "authorization", sentenceAbout(token));
}

function sentenceAbout(token: string | null): string {
  if (token === null) return "Sign in first: the request has no Authorization: Bearer token.";
  return token.startsWith(KEY_PREFIX) ? API_KEY_SENT : "The token is not valid here or has expired. Sign in again.";
}

function bearer(header: string | undefined): string | null {
  return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? null;
}
