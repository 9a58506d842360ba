import { TOOL_FILE_BYTES_MAX } from "@rostrum/contract/limits.ts";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refused } from "../refusal.ts";
import { ownNames } from "../web/hosts.ts";
import { parseJson } from "../web/json-text.ts";
import { problemOf } from "../web/problems.ts";
import { ROUTE_LIMIT_PASSED } from "../web/rate-limits.ts";
import { allowOrigin, isPreflight, sendPreflight } from "./cors.ts";
import { type Caller, countRequest, letIn, type ToolGround } from "./gate.ts";
import { isForeignPage } from "./origins.ts";
import { sendRefusal, sendRouteLimit } from "./refusals.ts";
import { transportOf } from "./transport.ts";

/** A file in base64 and what stands around it; more, so that one somewhat too large is refused by its tool in plain words. */
const BODY_BYTES_MAX = 16 * 1024 * 1024;
/** The protocol's own reader copies messages again and again: fewer values than the REST API takes. */
const PARTS_MAX = 5000;
const TOO_LARGE = `Without a file in contentBase64 a request may have 1 MiB. Such a file may have ${TOOL_FILE_BYTES_MAX} bytes; give a larger one as url, or upload it by the REST API or the command line.`;

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller;
  }
}

/**
 * The tool server at `/mcp`: Streamable HTTP without sessions, for clients of 2026 and those of 2025. Each request stands
 * alone, so any process of a service may answer it.
 */
export async function mountTools(server: FastifyInstance, ground: ToolGround): Promise<void> {
  const isOwn = ownNames(ground.app.config);
  const transport = transportOf(ground);
  server.addHook("preClose", () => transport.close());
  await server.register(async (scope) => {
    acceptJson(scope);
    scope.decorateRequest("caller");
    scope.setErrorHandler((error: FastifyError, request, reply) => sendFailure(ground, error, request, reply));
    scope.addHook("onRequest", async (request, reply) => {
      if (isForeignPage(isOwn, request)) return sendRefusal(reply, 403, "host", FOREIGN_PAGE);
      allowOrigin(request, reply);
      if (isPreflight(request)) return sendPreflight(request, reply);
      const caller = await letIn(ground, request, reply);
      if (caller === null) return reply;
      // Before the body: GET and DELETE may come without one, but with its content type.
      if (request.method !== "POST") return sendRefusal(reply.header("Allow", "POST"), 405, "path", WITHOUT_SESSIONS);
      request.caller = caller;
    });
    scope.all("/mcp", async (request, reply) => {
      const caller = await countMessages(ground, request);
      const { route } = caller;
      if (route?.allowed === false && !callsTools(request.body)) {
        return sendRouteLimit(reply, { ...route, limit: ground.app.config.routeLimit }, ROUTE_LIMIT_PASSED);
      }
      return reply.send(await transport.answer(request, caller));
    });
  });
}

const FOREIGN_PAGE = "Pages of this Origin may not use the tool server.";
const WITHOUT_SESSIONS = "The tool server keeps no sessions and sends nothing by itself: send each message with POST.";

/** Clients of March 2025 may send several messages at once, of which the transport takes a hundred: each counts. */
async function countMessages(ground: ToolGround, request: FastifyRequest): Promise<Caller> {
  let { caller } = request;
  const others = Array.isArray(request.body) ? request.body.length - 1 : 0;
  for (let count = 0; count < others && caller.route?.allowed; count += 1) {
    caller = { ...caller, route: await countRequest(ground, request) };
  }
  return caller;
}

/** Whether nothing is asked but calls of tools, which answer themselves that there have been too many. */
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
  return sendRefusal(reply, 500, "server", "An internal error occurred. Look before you repeat what changes something.");
}
