import type { FastifyInstance } from "fastify";
import { fromOrigin, type Origin } from "../origin.ts";
import { browserOf } from "./browser.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Where what the request does comes from. The doors that know better than "a page that nobody is signed in to" replace it. */
    from: { origin: Origin };
  }
}

/** Lets everything that the requests of a server cause know where it comes from. */
export function carryOrigins(server: FastifyInstance): void {
  server.decorateRequest("from");
  server.addHook("onRequest", (request, _reply, done) => {
    const { ip: address, id: requestId } = request;
    const userAgent = browserOf(request.headers["user-agent"]);
    request.from = { origin: { actor: { kind: "nobody" }, surface: "dashboard", address, userAgent, requestId } };
    fromOrigin(request.from, done);
  });
  // Again, because what reads a body continues where the connection's data arrived.
  server.addHook("preHandler", (request, _reply, done) => fromOrigin(request.from, done));
}
