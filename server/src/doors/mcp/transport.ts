import { createMcpHandler } from "@modelcontextprotocol/server";
import type { FastifyRequest } from "fastify";
import type { Caller, ToolGround } from "./gate.ts";
import { serverFor } from "./server.ts";

/** Connects Fastify to the SDK's transport, which handles protocol versions, with one server per request. */
export function transportOf(ground: ToolGround) {
  const callers = new WeakMap<object, Caller>();
  const inFlight = new Set<Promise<Response>>();
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo === undefined ? undefined : callers.get(authInfo);
      if (caller === undefined) throw new Error("A request reached the tools without a caller");
      return serverFor(ground, caller);
    },
    { onerror: (error) => ground.app.log.debug({ event: "tool transport", err: error }) },
  );
  return {
    /** Lets calls finish first, since closing the SDK's side cuts them off; then ends open streams. */
    async close(): Promise<void> {
      await Promise.allSettled(inFlight);
      await handler.close();
    },
    async answer(request: FastifyRequest, caller: Caller): Promise<Response> {
      // The token stops at the gate: the code behind it only needs to know the caller.
      const authInfo = { token: "", clientId: "", scopes: [] };
      callers.set(authInfo, caller);
      const answered = handler.fetch(webRequest(ground.app.config.publicUrl, request, caller.gone), { authInfo, parsedBody: request.body });
      inFlight.add(answered);
      return answered.finally(() => inFlight.delete(answered));
    },
  };
}

/** Headers about the connection, the caller, or a body that has already been read. */
const NOT_PASSED_ON = new Set(["authorization", "cookie", "connection", "content-length", "transfer-encoding", "host"]);

function webRequest(publicUrl: string, request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !NOT_PASSED_ON.has(name)) headers.set(name, String(value));
  }
  return new Request(`${publicUrl}/mcp`, { method: "POST", headers, signal });
}
