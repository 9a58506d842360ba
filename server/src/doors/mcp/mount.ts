import { TOOL_FILE_BYTES_MAX } from "@rostrum/contract/limits.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refused } from "../../ground/refusal.ts";
import { BODIES_LIMIT_PASSED, BODIES_RETRY_SECONDS, findRoom } from "../../ground/web/bodies-in-flight.ts";
import { ownNames } from "../../ground/web/hosts.ts";
import { parseJson } from "../../ground/web/json-text.ts";
import { enterAgainIfLate, entersBy } from "../../ground/web/late-bodies.ts";
import { failureOf, problemOf } from "../../ground/web/problems.ts";
import { ROUTE_LIMIT_PASSED } from "../../ground/web/rate-limits.ts";
import { allowOrigin, isPreflight, sendPreflight } from "./cors.ts";
import { type Caller, countRequest, letIn, letInAgain, type ToolGround } from "./gate.ts";
import { isForeignPage } from "./origins.ts";
import { sendRefusal, sendRouteLimit } from "./refusals.ts";
import { transportOf } from "./transport.ts";

/** Room for a base64 file and its message, with a margin so that a slightly larger file is refused by the tool in plain words. */
const BODY_BYTES_MAX = 16 * 1024 * 1024;
/** The SDK copies messages repeatedly, so fewer values are allowed than in the REST API. */
const PARTS_MAX = 5000;
const TOO_LARGE = `A request may have 1 MiB, plus a file in contentBase64 of at most ${TOOL_FILE_BYTES_MAX} bytes; pass a larger one as url, or upload it with the REST API or the command line.`;

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller;
  }
}

/**
 * The tool server at `/mcp`: Streamable HTTP without sessions, for clients of 2026 and those of 2025. Requests are independent,
 * so any process of the service can answer them.
 */
export async function mountTools(server: FastifyInstance, ground: ToolGround): Promise<void> {
  const isOwn = ownNames(ground.app.config);
  const transport = transportOf(ground);
  server.addHook("preClose", () => transport.close());
  await server.register(async (scope) => {
    acceptJson(scope);
    scope.decorateRequest("caller");
    scope.decorateRequest("entry", null);
    scope.setErrorHandler((error: FastifyError, request, reply) => sendFailure(ground, error, request, reply));
    scope.addHook("onRequest", async (request, reply) => {
      if (isForeignPage(isOwn, request)) return sendRefusal(reply, 403, "host", FOREIGN_PAGE);
      allowOrigin(request, reply);
      if (isPreflight(request)) return sendPreflight(request, reply);
      entersBy(ground.app, request, () => letInAgain(ground, request, reply));
      const caller = await letIn(ground, request, reply);
      if (caller === null) return reply;
      // Checked before the body: GET and DELETE may arrive without one but with its content type.
      if (request.method !== "POST") return sendRefusal(reply.header("Allow", "POST"), 405, "path", WITHOUT_SESSIONS);
      request.caller = caller;
      const { userId } = caller.viewer;
      if (findRoom(ground.app, request, reply, { userId, keptIn: "memory", bytesMax: BODY_BYTES_MAX })) return;
      return sendRefusal(reply.header("Retry-After", BODIES_RETRY_SECONDS), 429, "rate_limit", BODIES_LIMIT_PASSED);
    });
    scope.all("/mcp", async (request, reply) => {
      await enterAgainIfLate(ground.app, request);
      if (reply.sent) return reply;
      const caller = await countMessages(ground, request);
      const { route } = caller;
      if (route?.allowed === false && !callsTools(request.body)) {
        return sendRouteLimit(reply, { ...route, limit: ground.app.config.routeLimit }, ROUTE_LIMIT_PASSED);
      }
      return reply.send(await transport.answer(request, caller));
    });
  });
}

const FOREIGN_PAGE = "Pages from this Origin may not use the tool server.";
const WITHOUT_SESSIONS = "The tool server has no sessions and sends nothing unprompted: send each message with POST.";

/** Clients of the March 2025 version may send batches, of up to a hundred messages: each message counts. */
async function countMessages(ground: ToolGround, request: FastifyRequest): Promise<Caller> {
  let { caller } = request;
  const others = Array.isArray(request.body) ? request.body.length - 1 : 0;
  for (let count = 0; count < others && caller.route?.allowed; count += 1) {
    caller = { ...caller, route: await countRequest(ground, request) };
  }
  return caller;
}

/** Whether the body holds only tool calls, which report a rate limit themselves. */
function callsTools(body: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.every(
    (message) => typeof message === "object" && message !== null && "method" in message && message.method === "tools/call",
  );
}

function acceptJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    /^application\/json(;|$)/i,
    { parseAs: "buffer", bodyLimit: BODY_BYTES_MAX },
    async (_request: unknown, body: Buffer) => parseJson(body, { partsMax: PARTS_MAX, fileField: "contentBase64" }),
  );
}

function sendFailure({ app }: ToolGround, error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error);
  const status = problem?.kind === "domain" ? problem.status : (error.statusCode ?? 500);
  if (status === 413)
    return sendRefusal(reply, 413, "body", `${error instanceof Refused ? error.message : "The request is too large."} ${TOO_LARGE}`);
  if (status === 415) return sendRefusal(reply, 415, "body", "Send messages as application/json.");
  if (status >= 400 && status < 500) return sendRefusal(reply, status, "body", error.message);
  app.log.error({ event: "request failed", id: request.id, method: request.method, path: "/mcp", err: error });
  const failure = failureOf(error);
  return sendRefusal(reply, failure.status, failure.key, failure.message);
}
