import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type { App } from "../../app.ts";
import { type Span, within } from "../../ground/spans.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null for what is not traced. */
    span: Span | null;
  }
}

/** Probes ask every few seconds, and the sandbox networks are what stands outside of the service. */
const UNTRACED = /^\/(healthz|readyz|metrics|sandbox)(\/|$)/;

/**
 * Makes a span of each request, by the pattern of its path, which holds no ids. Where no traces are kept this adds nothing. What a
 * caller says about its own trace is believed from trusted proxies alone: anybody else could have every request of theirs recorded.
 */
export function traceRequests(server: FastifyInstance, { traces, config }: Pick<App, "traces" | "config">): void {
  if (traces === null) return;
  const trusted = config.trustProxy.map((range) => ipaddr.parseCIDR(range));
  server.decorateRequest("span", null);
  server.addHook("onRequest", (request, reply, done) => {
    if (!isTraced(request)) return done();
    const { method, headers, protocol } = request;
    const route = request.is404 ? null : request.routeOptions.url;
    const { countedAs } = request.routeOptions.config;
    const said = headers.traceparent;
    request.span = traces.begin({
      name: route === null || route === undefined ? method : `${method} ${route}`,
      kind: "server",
      parent: typeof said === "string" && isAmong(trusted, request.socket.remoteAddress) ? said : null,
      facts: {
        "http.request.method": method,
        "http.route": route,
        "url.scheme": protocol,
        "rostrum.operation": request.is404 ? null : countedAs,
        "rostrum.request.id": request.id,
      },
    });
    // Also if the caller hangs up before the answer.
    reply.raw.once("close", () => endSpan(request.span, reply));
    within(request.span, done);
  });
  // Again, because what reads a body continues where the connection's data arrived.
  server.addHook("preValidation", (request, _reply, done) => within(request.span, done));
}

function endSpan(span: Span | null, { raw, statusCode }: FastifyReply): void {
  if (span === null) return;
  if (raw.writableFinished) span.tell({ "http.response.status_code": statusCode });
  if (!raw.writableFinished) span.fail("aborted");
  else if (statusCode >= 500) span.fail(String(statusCode));
  span.end();
}

/** Streams of events last as long as a page is open. */
function isTraced({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.countedAs !== null && !UNTRACED.test(routeOptions.url ?? "");
}

function isAmong(ranges: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][], remoteAddress: string | undefined): boolean {
  if (remoteAddress === undefined) return false;
  const address = ipaddr.process(remoteAddress);
  return ranges.some((range) => address.kind() === range[0].kind() && address.match(range));
}
